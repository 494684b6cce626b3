-- table: shuffle
-- One row for each set of copies whose shuffle is logged: who shuffled last before the first auction.
SELECT set_key, arg_max(actor, seq) AS shuffled_by, count(*) = count(actor) AS shufflers_are_told
FROM fact.board_event
WHERE type = 'shuffled' AND set_auction_before IS NULL
GROUP BY set_key

-- table: attendance
-- One row for each set of copies with notes of who was there while it was shuffled and dealt.
-- both_sides_were_there: NULL where the words are not only of sides (“falta EW”), or the events are not whole.
WITH told AS (
    SELECT e.session_key, c.set_key,
        ' ' || regexp_replace(replace(replace(upper(e.detail), 'N-S', 'NS'), 'E-W', 'EW'), '[^A-Z]+', ' ', 'g') || ' ' AS said
    FROM log.events AS e JOIN fact.copy AS c USING (board_key)
    WHERE e.type = 'attendance'
),
side AS (
    SELECT session_key, set_key,
        regexp_matches(said, ' (NS|N|S|NORTH|SOUTH|NORTE|SUR|BOTH|ALL|AMBOS|TODOS) ') AS has_ns,
        regexp_matches(said, ' (EW|EO|E|W|O|EAST|WEST|ESTE|OESTE|BOTH|ALL|AMBOS|TODOS) ') AS has_ew,
        regexp_matches(said, ' (NONE|NINGUNO) ') AS has_none,
        regexp_full_match(
            said,
            ' ((NS|EW|EO|[NSEWOY]|AND|NORTH|SOUTH|EAST|WEST|NORTE|SUR|ESTE|OESTE|BOTH|ALL|AMBOS|TODOS|PRESENTES?|PRESENT) )+'
        ) OR said IN (' NONE ', ' NINGUNO ') AS is_plain
    FROM told
)
SELECT set_key, CASE WHEN bool_and(k.events_are_whole AND k.attendance_is_placed) THEN
    CASE WHEN bool_or(has_ns AND is_plain) AND bool_or(has_ew AND is_plain) THEN true
        WHEN count(*) FILTER ((has_ns OR has_ew OR has_none) AND is_plain) = count(*) THEN false END END AS both_sides_were_there
FROM side JOIN fact.keeping AS k USING (session_key)
GROUP BY set_key

-- table: presence
-- One row for each board: whether someone of each side was there while it was shuffled and dealt.
-- absence_was_ordered: NULL where a side was missing and the Director gave an order in the session, whose
-- subject the log does not tell; else false.
SELECT b.board_key, a.both_sides_were_there,
    CASE WHEN a.both_sides_were_there OR NOT k.has_orders THEN false END AS absence_was_ordered
FROM log.boards AS b
JOIN fact.copy AS c USING (board_key)
JOIN fact.keeping AS k ON k.session_key = b.session_key
LEFT JOIN fact.attendance AS a ON a.set_key = c.set_key

-- table: rotation
-- One row for each board whose cards are logged as they were dealt (`cards`, under the board's id, to
-- `seat:1` for North and so on clockwise): whether each went to the next hand; NULL where
-- that is not seen of all, for a card between two others is not there.
WITH dealt AS (
    SELECT h.session_key, h.hand_id, h.cards_complete, c.idx,
        CASE c.dealt_to WHEN 'seat:1' THEN 0 WHEN 'seat:2' THEN 1 WHEN 'seat:3' THEN 2 WHEN 'seat:4' THEN 3
            END AS seat
    FROM log.cards AS c JOIN log.hands AS h USING (hand_key)
    WHERE NOT coalesce(c.cancelled, false) AND c.dealt_to <> 'burn'
),
step AS (
    SELECT *, lag(seat) OVER in_order AS previous_seat, lag(idx) OVER in_order AS previous_idx
    FROM dealt WINDOW in_order AS (PARTITION BY session_key, hand_id ORDER BY idx)
)
SELECT b.board_key,
    CASE WHEN NOT bool_and(s.cards_complete) OR count(seat) < count(*) THEN NULL
        WHEN bool_or(s.idx = s.previous_idx + 1 AND s.seat <> (s.previous_seat + 1) % 4) THEN false
        WHEN bool_and(s.previous_idx IS NULL OR s.idx = s.previous_idx + 1) THEN true END AS dealt_clockwise
FROM step AS s
JOIN log.boards AS b ON b.session_key = s.session_key AND b.board_id = s.hand_id
GROUP BY b.board_key

-- table: placed_event
-- One row for each event of chips or of a seat: the hand in whose course it falls, if any.
-- is_inside: between the hand's first action and the award (or its last event, where none was logged).
-- NULL where hands are not all placed among the events, or the event names a hand that has no play, or an act
-- of it was lost by which it would be otherwise.
SELECT e.event_key, e.seat, e.player_id,
    coalesce(e.hand_key, p.hand_key) AS in_hand,
    CASE WHEN n.events_complete OR e.seq BETWEEN n.first_seq AND n.award_seq
            THEN e.seq BETWEEN n.first_seq AND coalesce(n.award_seq, n.last_seq)
        WHEN o.events_complete AND NOT o.play_strays AND e.seq <= coalesce(p.award_seq, p.last_seq) THEN true
        WHEN o.hands_are_placed AND NOT o.play_strays THEN false END AS is_inside
FROM (
    SELECT * FROM log.events
    WHERE type IN ('chips_bought', 'chips_cashed', 'chips_lent', 'seat_left')
) AS e
JOIN fact.session_order AS o ON o.session_key = e.session_key
LEFT JOIN (
    SELECT p.*, h.events_complete FROM fact.hand_span AS p JOIN log.hands AS h USING (hand_key)
) AS n ON n.hand_key = e.hand_key
ASOF LEFT JOIN (SELECT * FROM fact.hand_span WHERE first_seq IS NOT NULL) AS p
    ON p.session_key = e.session_key AND p.first_seq <= e.seq

-- table: chip_event
-- One row for each of those: whether its player takes part in that hand, and had folded by then.
-- takes_part: NULL where the log does not tell which seat or player it was, or in which hand, or may have lost
-- that he does.
SELECT e.*, CASE WHEN f.folded_seq < x.seq AND (e.seat IS NOT NULL OR q.events_complete) THEN true WHEN h.staying IS NOT NULL THEN false END AS had_folded,
    CASE WHEN s.seat IS NOT NULL OR w.seat IS NOT NULL THEN true
        WHEN e.is_inside IS NOT NULL AND q.cards_complete AND q.events_complete AND (e.seat IS NOT NULL OR (e.player_id IS NOT NULL AND z.zones_are_told)) THEN false END AS takes_part
FROM fact.placed_event AS e
JOIN log.events AS x USING (event_key)
LEFT JOIN log.hands AS q ON q.hand_key = e.in_hand
LEFT JOIN fact.stud_seat AS s ON s.hand_key = e.in_hand AND s.seat = e.seat
LEFT JOIN (
    SELECT hand_key, player_id, min(seat) AS seat FROM fact.who_sat WHERE players = 1 GROUP BY hand_key, player_id
) AS w ON w.hand_key = e.in_hand AND w.player_id = e.player_id AND e.seat IS NULL
LEFT JOIN fact.zones AS z ON z.hand_key = e.in_hand
LEFT JOIN fact.stud_hand AS h ON h.hand_key = e.in_hand
LEFT JOIN (
    SELECT hand_key, seat, min(seq) AS folded_seq FROM log.events WHERE type = 'fold' GROUP BY hand_key, seat
) AS f ON f.hand_key = e.in_hand AND f.seat = coalesce(e.seat, w.seat)

-- table: limit_event
-- One row for each announcement or change of the limits that takes effect, and what it says.
SELECT session_key, seq,
    try_cast(nullif(regexp_extract(detail, '(?:^|\s)min\s*=\s*(\d+(?:\.\d+)?)', 1), '') AS DECIMAL(18, 4)) AS least_bet,
    try_cast(nullif(regexp_extract(detail, '(?:^|\s)max\s*=\s*(\d+(?:\.\d+)?)', 1), '') AS DECIMAL(18, 4)) AS most_bet
FROM (
    SELECT *, count(*) OVER (PARTITION BY session_key ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS earlier
    FROM log.events WHERE type IN ('limits_announced', 'limits_changed')
)
WHERE type = 'limits_changed' OR earlier = 0

-- table: limits_at
-- One row for each bet or raise: the limits in force when it was made, of a log that keeps their changes.
SELECT e.event_key,
    CASE WHEN l.seq IS NULL THEN s.min_bet ELSE l.least_bet END AS least_bet,
    CASE WHEN l.seq IS NULL THEN s.max_bet ELSE l.most_bet END AS most_bet
FROM (SELECT event_key, session_key, seq FROM log.events WHERE type IN ('bet', 'raise')) AS e
JOIN log.sessions AS s ON s.session_key = e.session_key AND s.records_limits AND s.events_complete
ASOF LEFT JOIN fact.limit_event AS l ON l.session_key = e.session_key AND l.seq < e.seq

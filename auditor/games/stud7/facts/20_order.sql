-- view: event_seen
-- One row for each event: whether it is of a hand's play (a show is, where a seat or a player shows).
SELECT session_key, hand_key, hand_id, seq, type,
    type IN ('ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold', 'muck', 'award')
        OR (type = 'show' AND (seat IS NOT NULL OR player_id IS NOT NULL)) AS is_play
FROM log.events

-- table: hand_span
-- One row for each hand with events: where it lies among the session's events.
-- first_seq, last_seq: its first action (or other event of poker) and its last; NULL where it has none.
SELECT hand_key, session_key,
    min(seq) FILTER (is_play) AS first_seq, max(seq) FILTER (is_play) AS last_seq,
    max(seq) FILTER (type = 'award') AS award_seq
FROM fact.event_seen
WHERE hand_key IS NOT NULL
GROUP BY hand_key, session_key

-- table: session_order
-- One row for each session: its first hand, and whether every hand has its place among the events.
-- play_strays: some event of play does not tell its hand.
SELECT s.session_key, min(h.hand_key) AS first_hand,
    s.events_complete, s.hands_complete AND s.events_complete AND count(h.hand_key) = count(p.first_seq) AS hands_are_placed,
    s.session_key IN (
        SELECT session_key FROM fact.event_seen
        WHERE hand_key IS NULL AND (is_play OR type IN ('warning', 'removed'))
    ) AS play_strays
FROM log.sessions AS s
LEFT JOIN log.hands AS h ON h.session_key = s.session_key
LEFT JOIN fact.hand_span AS p ON p.hand_key = h.hand_key
GROUP BY s.session_key, s.hands_complete, s.events_complete

-- table: play_begins
-- One row for each place among a session's events where a hand's play begins, or goes on of a hand that is
-- not there (hand_key NULL): what comes before it bears on that hand, and on no later one.
SELECT session_key, hand_key, first_seq FROM fact.hand_span WHERE first_seq IS NOT NULL
UNION ALL SELECT session_key, NULL, seq FROM fact.event_seen
WHERE hand_key IS NULL AND hand_id IS NOT NULL AND is_play

-- table: deck_event
-- One row for each event of the deck: the hand that it bears on (the next one, where it names none).
-- for_hand: NULL after the last hand of the session, and before one that is not there.
SELECT e.event_key, e.seq, e.type, e.count,
    coalesce(e.hand_key, p.hand_key) AS for_hand, e.hand_key IS NOT NULL AS is_inside_hand
FROM (
    SELECT * FROM log.events
    WHERE type IN ('deck_check', 'deck_change', 'face_down', 'scramble', 'shuffle', 'cut')
        OR (type = 'show' AND seat IS NULL AND player_id IS NULL)
) AS e
ASOF LEFT JOIN fact.play_begins AS p ON p.session_key = e.session_key AND p.first_seq >= e.seq

-- table: deck_of_hand
-- One row for each hand with an event of the deck before it. steps_taken: those of art. 4 in the order in which
-- they came, `a` for showing to `e` for cutting (NULL: none). shown_cards, cut_cards: as they last came.
SELECT for_hand AS hand_key,
    string_agg(CASE type WHEN 'show' THEN 'a' WHEN 'face_down' THEN 'b' WHEN 'scramble' THEN 'c'
        WHEN 'shuffle' THEN 'd' WHEN 'cut' THEN 'e' END, '' ORDER BY seq) AS steps_taken,
    arg_max_null(count, seq) FILTER (type = 'show') AS shown_cards,
    arg_max_null(count, seq) FILTER (type = 'cut') AS cut_cards,
    count(*) FILTER (type = 'deck_change') AS deck_changes,
    count(*) FILTER (type = 'deck_check') AS deck_checks,
    max(seq) FILTER (type = 'deck_check') AS last_check_seq
FROM fact.deck_event
WHERE for_hand IS NOT NULL
GROUP BY for_hand

-- table: hands_lost
-- One row for each session with a rejected hand: whether as many hands that are not there have events of play,
-- by which each has its place.
SELECT l.session_key, count(*) <= (
        SELECT count(DISTINCT e.hand_id) FROM fact.event_seen AS e
        WHERE e.session_key = l.session_key AND e.hand_key IS NULL AND e.is_play
    ) AS are_placed
FROM log.lost AS l
WHERE l.child = 'hands'
GROUP BY l.session_key

-- table: hand_follows
-- One row for each hand: whether it surely comes right after the one before it in the log, or is the first, and
-- that one has its place among the events. play_strays: some event of play tells no hand at all.
SELECT h.hand_key, (s.hands_complete OR (x.are_placed AND h.hand_no = 1 + coalesce(lag(h.hand_no) OVER in_order, 0)))
        AND (lag(h.hand_key) OVER in_order IS NULL
            OR lag(p.first_seq) OVER in_order IS NOT NULL) AS follows_surely,
    h.session_key IN (
        SELECT session_key FROM fact.event_seen WHERE hand_key IS NULL AND hand_id IS NULL AND is_play
    ) AS play_strays
FROM log.hands AS h
JOIN log.sessions AS s ON s.session_key = h.session_key
LEFT JOIN fact.hands_lost AS x ON x.session_key = h.session_key
LEFT JOIN fact.hand_span AS p ON p.hand_key = h.hand_key
WINDOW in_order AS (PARTITION BY h.session_key ORDER BY h.hand_key)

-- table: deck_before
-- One row for each hand: the steps of art. 4 that came before it. deck_is_told: the log keeps the deck's
-- events, none was lost, and every hand has its place among them: what is not there was not done.
-- steps_are_its: those that are there bear on it, not on a hand that was lost, and no event was: an act of any
-- hand, logged before, would take them. is_opening: the session's first hand, or the first with another deck.
-- changed_after: the deck was changed before the next hand.
SELECT h.hand_key, k.deck_is_told, d.steps_taken, d.shown_cards, d.cut_cards,
    s.events_complete AND f.follows_surely AND NOT f.play_strays AS steps_are_its,
    CASE WHEN k.deck_is_told THEN h.hand_key = o.first_hand OR coalesce(d.deck_changes, 0) > 0 END AS is_opening,
    CASE WHEN lead(d.deck_changes) OVER in_order > 0
            AND lead(s.events_complete AND f.follows_surely AND NOT f.play_strays) OVER in_order THEN true
        WHEN k.deck_is_told AND lead(h.hand_key) OVER in_order IS NOT NULL THEN false END AS changed_after
FROM log.hands AS h
JOIN log.sessions AS s ON s.session_key = h.session_key
JOIN fact.session_order AS o ON o.session_key = h.session_key
JOIN fact.hand_follows AS f ON f.hand_key = h.hand_key
CROSS JOIN LATERAL (SELECT s.records_deck AND s.events_complete AND o.hands_are_placed AND NOT o.play_strays AS deck_is_told) AS k
LEFT JOIN fact.deck_of_hand AS d ON d.hand_key = h.hand_key
WINDOW in_order AS (PARTITION BY h.session_key ORDER BY h.hand_key)

-- table: deck_changed
-- One row for each change of the deck: whether a check of the new one came before the next hand.
-- NULL where no hand came after it, or the log does not tell.
SELECT c.event_key,
    CASE WHEN c.seq < d.last_check_seq AND b.steps_are_its THEN true WHEN b.deck_is_told THEN false END AS was_checked
FROM fact.deck_event AS c
JOIN fact.deck_of_hand AS d ON d.hand_key = c.for_hand
JOIN fact.deck_before AS b ON b.hand_key = c.for_hand
WHERE c.type = 'deck_change' AND NOT c.is_inside_hand

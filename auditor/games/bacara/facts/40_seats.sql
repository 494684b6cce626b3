-- table: seat_said
-- One row for each event of the seats themselves: the seat (of one that does not tell it, the seat that
-- its player last took), and what its player had done before at this table (NULL: nothing, or no player).
SELECT e.event_key, e.session_key, e.type, p.holes, p.bears_on, e.player_id, e.happened_at, e.hand_key,
    coalesce(e.seat, CASE WHEN e.player_id IS NOT NULL AND e.type = 'seat_left' THEN lag(e.seat) OVER of_player END)
        AS seat,
    CASE WHEN e.player_id IS NOT NULL THEN lag(e.type) OVER of_player END AS player_did_before,
    CASE WHEN e.player_id IS NOT NULL THEN lag(e.seat) OVER of_player END AS player_seat_before,
    CASE WHEN e.player_id IS NOT NULL THEN lag(e.hand_key) OVER of_player END AS player_hand_before,
    CASE WHEN e.player_id IS NOT NULL THEN lag(e.happened_at) OVER of_player END AS player_was_seen_at
FROM log.events AS e JOIN fact.event_place AS p USING (event_key)
WHERE e.type IN ('seat_taken', 'seat_left', 'seat_reserved')
WINDOW of_player AS (PARTITION BY e.session_key, e.player_id ORDER BY e.event_key)

-- table: seat_change
-- One row for each change of a seat: taken (1) or free (0) from then on, beside what it was before
-- (NULL: not known). A player who takes another seat frees the one that he had. A seat reserved counts
-- as free: nobody sits there.
WITH changes AS (
    SELECT event_key, session_key, holes, seat, player_id, type, happened_at, (type = 'seat_taken')::BIGINT AS taken
    FROM fact.seat_said
    UNION ALL
    SELECT event_key, session_key, holes, player_seat_before, NULL, 'seat_left', happened_at, 0
    FROM fact.seat_said
    WHERE type = 'seat_taken' AND player_did_before = 'seat_taken' AND player_seat_before <> seat
)
SELECT c.event_key, c.session_key, c.holes, c.seat, c.player_id, c.type, c.happened_at, c.taken,
    coalesce(lag(c.taken) OVER of_seat, CASE WHEN c.holes = 0 AND o.begins_whole THEN 0 END) AS taken_before,
    lag(c.type) OVER of_seat AS type_before, lag(c.player_id) OVER of_seat AS player_before
FROM changes AS c JOIN fact.session_order AS o USING (session_key)
WINDOW of_seat AS (PARTITION BY c.session_key, c.holes, c.seat ORDER BY c.event_key)

-- table: seats_at
-- One row for each event of the bank: the seats known to be taken then, and those of which it is known
-- whether they are, as bits (seat N is bit N). After a hole in the numbers nothing is known of a seat
-- until its next event; nothing at all where the log does not keep the seats, or lost an event.
WITH told AS (
    SELECT event_key, session_key, holes, seat IS NULL OR seat NOT BETWEEN 1 AND 60 AS is_blind,
        CASE WHEN seat BETWEEN 1 AND 60 THEN (taken - coalesce(taken_before, 0)) * (1::BIGINT << seat) END AS taken_bit,
        CASE WHEN seat BETWEEN 1 AND 60 AND taken_before IS NULL THEN 1::BIGINT << seat END AS known_bit
    FROM fact.seat_change
),
summed AS (
    SELECT event_key, session_key, holes, count(*) FILTER (is_blind) OVER so_far AS blind,
        (sum(taken_bit) OVER so_far)::BIGINT AS taken, (sum(known_bit) OVER so_far)::BIGINT AS known
    FROM told
    WINDOW so_far AS (PARTITION BY session_key, holes ORDER BY event_key)
),
of_bank AS (
    SELECT event_key, session_key, holes FROM fact.event_place WHERE type LIKE 'bank%' OR type LIKE 'auction%'
)
SELECT event_key, taken & known AS taken, known
FROM (
    SELECT b.event_key, s.taken,
        CASE WHEN NOT (o.records_seats AND o.events_complete) OR s.blind > 0 THEN 0::BIGINT
            WHEN o.begins_whole AND b.holes = 0 THEN -1::BIGINT ELSE coalesce(s.known, 0) END AS known
    FROM of_bank AS b
    ASOF LEFT JOIN summed AS s ON s.session_key = b.session_key AND s.holes = b.holes AND s.event_key <= b.event_key
    JOIN fact.session_order AS o ON o.session_key = b.session_key
)

-- table: stray_play
-- The sessions with a play event that carries no hand: its absence elsewhere then proves nothing.
SELECT session_key,
    bool_or(type = 'option') AS option_strays, bool_or(type = 'reveal') AS reveal_strays,
    bool_or(type = 'cobertura_call') AS call_strays
FROM log.events
WHERE type IN ('option', 'reveal', 'cobertura_call') AND hand_key IS NULL
GROUP BY session_key

-- table: play
-- One row for each hand with an event of play: when its steps came (NULL where one was not logged).
-- *_seq: place among the session's events; *_untimed: events without a time; boxless_options: options
-- that name no box. anchor_seq: the hand's first event that is no coming or going of players.
SELECT hand_key, any_value(session_key) AS session_key,
    min(seq) FILTER (type NOT IN ('seat_taken', 'seat_left', 'seat_reserved', 'waitlist_joined', 'waitlist_left')) AS anchor_seq,
    count(*) FILTER (type = 'option' AND box IS NULL AND seat IS NULL) AS boxless_options,
    max(seq) FILTER (type = 'option') AS last_option_seq,
    CASE WHEN count(*) FILTER (type = 'option' AND happened_at IS NULL) = 0
        THEN min(happened_at) FILTER (type = 'option') END AS first_option_at,
    CASE WHEN count(*) FILTER (type = 'option' AND happened_at IS NULL) = 0
        THEN max(happened_at) FILTER (type = 'option') END AS last_option_at,
    min(seq) FILTER (type = 'reveal') AS reveal_seq,
    CASE WHEN count(*) FILTER (type = 'reveal') = 1 THEN min(happened_at) FILTER (type = 'reveal') END AS reveal_at,
    min(seq) FILTER (type = 'cobertura_call') AS call_seq,
    CASE WHEN count(*) FILTER (type = 'cobertura_call') = 1
        THEN min(happened_at) FILTER (type = 'cobertura_call') END AS call_at
FROM log.events
WHERE hand_key IS NOT NULL
GROUP BY hand_key

-- table: session_reveals
-- The sessions in which the turning of Banca's card is logged at all.
SELECT DISTINCT session_key FROM fact.play WHERE reveal_seq IS NOT NULL

-- table: option_used
-- One row for each hand and box that was given the option (of several, the last counts).
-- asked: true to draw (pedir), false to stand (plantar), NULL where the log does not say which.
SELECT hand_key, coalesce(box, seat) AS box,
    CASE arg_max_null(detail, seq) WHEN 'pedir' THEN true WHEN 'plantar' THEN false END AS asked
FROM log.events
WHERE type = 'option' AND hand_key IS NOT NULL AND coalesce(box, seat) IS NOT NULL
GROUP BY hand_key, coalesce(box, seat)

-- table: timed_cards
-- One row for each hand with an event of play: when the last box and Banca got their second cards.
SELECT c.hand_key,
    max(c.happened_at) FILTER (c.idx = d.last_box_second_idx) AS last_box_second_at,
    max(c.happened_at) FILTER (c.idx = d.banca_second_idx) AS banca_second_at
FROM fact.card AS c
JOIN fact.deal AS d USING (hand_key)
WHERE d.hand_key IN (SELECT hand_key FROM fact.play WHERE coalesce(last_option_seq, reveal_seq, call_seq) IS NOT NULL)
    AND c.idx IN (d.last_box_second_idx, d.banca_second_idx)
GROUP BY c.hand_key

-- table: seat_change
-- One row for each player who sat down or got up: the seats taken from then on (bit N is seat N).
-- taken_seats: NULL in a session in which the seat of some such event is not recorded.
WITH moved AS (
    SELECT session_key, seq, seat, type = 'seat_taken' AS sits,
        lag(type = 'seat_taken', 1, false) OVER (PARTITION BY session_key, seat ORDER BY seq) AS sat
    FROM log.events
    WHERE type IN ('seat_taken', 'seat_left')
)
SELECT session_key, seq,
    CASE WHEN bool_and(coalesce(seat BETWEEN 0 AND 60, false)) OVER (PARTITION BY session_key) THEN
        sum(CASE WHEN sits = sat OR seat NOT BETWEEN 0 AND 60 THEN 0
            ELSE (CASE WHEN sits THEN 1::BIGINT ELSE -1::BIGINT END) * (1::BIGINT << seat) END)
        OVER (PARTITION BY session_key ORDER BY seq)::BIGINT END AS taken_seats
FROM moved

-- table: session_seats
-- One row for each session that logs its seats: every seat that was ever taken.
SELECT session_key, CASE WHEN count(*) = count(taken_seats) THEN bit_or(taken_seats) END AS ever_taken
FROM fact.seat_change
GROUP BY session_key

-- table: seats_at_hand
-- One row for each hand with an event of its own, in a session that logs its seats: the seats then taken (NULL where
-- an event of the session was lost, by which one may have been taken or left).
SELECT p.hand_key, CASE WHEN NOT s.events_complete THEN NULL WHEN c.seq IS NULL THEN 0 ELSE c.taken_seats END AS taken_seats
FROM fact.play AS p
JOIN log.sessions AS s ON s.session_key = p.session_key
ASOF LEFT JOIN fact.seat_change AS c ON c.session_key = p.session_key AND c.seq < p.anchor_seq
WHERE p.session_key IN (SELECT session_key FROM fact.session_seats) AND p.anchor_seq IS NOT NULL

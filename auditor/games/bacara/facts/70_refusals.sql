-- table: bank_answer
-- One row for each answer to an offer of the bank, beside the same player's answer before it (NULL: none).
-- An award at an auction answers no offer. unnamed: answers so far that do not tell whose they are.
WITH answers AS (
    SELECT event_key, session_key, type, player_id, seat, is_seated, bears_on, holes,
        count(*) FILTER (player_id IS NULL) OVER (PARTITION BY session_key ORDER BY event_key) AS unnamed
    FROM fact.bank_move
    WHERE type IN ('bank_refused', 'bank_absent') OR (type = 'bank_awarded' AND NOT by_auction)
)
SELECT *, lag({'type': type, 'seat': seat, 'is_seated': is_seated, 'holes': holes, 'unnamed': unnamed})
        OVER of_player AS before
FROM answers
WHERE player_id IS NOT NULL
WINDOW of_player AS (PARTITION BY session_key, player_id ORDER BY event_key)

-- table: refusal
-- One row for each refusal of the bank by a player named: how many times in a row he had then refused it in
-- the same seat. NULL where an answer may be missing before it, or the log begins too late to tell.
WITH told AS (
    SELECT a.event_key, a.session_key, a.player_id,
        CASE WHEN NOT o.events_complete THEN NULL
            WHEN a.before IS NULL AND o.begins_whole AND a.holes = 0 AND a.unnamed = 0 THEN false
            WHEN a.before.holes = a.holes AND a.before.unnamed = a.unnamed
                THEN a.before.is_seated AND a.before.type = 'bank_refused' AND a.before.seat = a.seat END AS is_repeated
    FROM fact.bank_answer AS a JOIN fact.session_order AS o USING (session_key)
    WHERE a.type = 'bank_refused'
),
runs AS (
    SELECT *, count(*) FILTER (is_repeated IS NOT TRUE) OVER (PARTITION BY session_key, player_id ORDER BY event_key) AS run
    FROM told
)
SELECT event_key, CASE WHEN is_repeated IS NOT NULL
    THEN row_number() OVER (PARTITION BY session_key, player_id, run ORDER BY event_key) END AS refusals_in_a_row
FROM runs

-- table: must_leave
-- One row for each event after which its player may have to leave his seat: a repeated refusal, an absence.
SELECT a.event_key, a.session_key, a.type, a.player_id, a.seat, a.bears_on, a.holes
FROM fact.bank_answer AS a LEFT JOIN fact.refusal AS r USING (event_key)
WHERE a.type = 'bank_absent' OR r.refusals_in_a_row > 1

-- table: seat_given_up
-- One row for each of these: the next event that shows that he gave his seat up (NULL: none): it is left, or
-- another takes it, or he sits elsewhere, were it while it is kept for him; and whether it was free (NULL: no
-- event since the last hole tells).
WITH changes AS (
    SELECT event_key, session_key, holes, seat, player_id, type, taken, NULL AS mover
    FROM fact.seat_change WHERE type <> 'seat_reserved'
    UNION ALL
    SELECT event_key, session_key, holes, player_seat_before, NULL, 'seat_left', 0, player_id
    FROM fact.seat_said
    WHERE type = 'seat_taken' AND player_did_before = 'seat_reserved' AND player_seat_before <> seat
)
SELECT m.event_key, min({'event_key': c.event_key, 'bears_on': p.bears_on, 'holes': c.holes})
        FILTER (c.event_key > m.event_key AND (c.type = 'seat_left' OR coalesce(c.player_id <> m.player_id, true)))
        AS freed,
    arg_max_null(CASE WHEN c.holes = m.holes THEN c.taken END, c.event_key) FILTER (c.event_key < m.event_key) = 0 AS was_free
FROM fact.must_leave AS m
JOIN changes AS c ON c.session_key = m.session_key AND c.seat = m.seat AND coalesce(c.mover = m.player_id, true)
JOIN fact.event_place AS p ON p.event_key = c.event_key
GROUP BY m.event_key

-- table: plays_on
-- One row for each of these: the first hand after it in which the player bet from a seat; from another alone (is_elsewhere)?
SELECT m.event_key, min({'hand_key': b.hand_key, 'is_elsewhere': b.seat IS DISTINCT FROM m.seat}) AS bet
FROM fact.must_leave AS m
JOIN log.bets AS b ON b.session_key = m.session_key AND b.player_id = m.player_id
WHERE b.hand_key >= m.bears_on AND b.posture = 'seated'
GROUP BY m.event_key

-- table: is_offered_again
-- One row for each of these: the next time, after another hand, that the bank came to him in that seat.
SELECT m.event_key, min({'event_key': s.event_key, 'bears_on': s.bears_on, 'holes': s.holes}) AS offer
FROM fact.must_leave AS m
JOIN fact.bank_move AS s ON s.session_key = m.session_key AND s.player_id = m.player_id
WHERE s.bears_on > m.bears_on AND s.is_step AND s.is_seated AND s.seat = m.seat
GROUP BY m.event_key

-- table: unnamed_bets
-- The sessions with a bet that does not tell its player or his posture, or that may have lost one.
SELECT session_key FROM log.bets GROUP BY session_key HAVING count(*) > count(player_id) OR count(*) > count(posture)
UNION
SELECT session_key FROM log.sessions WHERE NOT bets_complete

-- table: leaving
-- One row for each of these: whether he left the seat before he played on from it (by a bet, or by being
-- offered the bank there), and the hand in which he played on or might have. NULL: the log does not tell,
-- or not whether he had the seat still: he may have left it before the log begins; or he bet from another seat first.
SELECT m.event_key,
    CASE WHEN NOT (o.events_complete AND o.hands_complete) THEN NULL
        WHEN g.was_free OR g.freed.bears_on = m.bears_on THEN true
        WHEN g.was_free IS NULL AND NOT (o.begins_whole AND m.holes = 0) THEN NULL
        WHEN b.bet.hand_key = m.bears_on AND NOT b.bet.is_elsewhere AND s.holes = m.holes THEN false
        WHEN NOT o.records_seats THEN NULL
        WHEN coalesce(b.bet.hand_key < g.freed.bears_on, true) AND NOT b.bet.is_elsewhere AND s.holes = m.holes
            AND k.bets_complete THEN false
        WHEN coalesce(f.offer.event_key < g.freed.event_key, true) AND f.offer.holes = m.holes THEN false
        WHEN u.session_key IS NULL AND coalesce(b.bet.hand_key >= g.freed.bears_on, b.bet IS NULL)
            AND coalesce(f.offer.event_key > g.freed.event_key, f.offer IS NULL) THEN true END AS left_in_time,
    CASE WHEN coalesce(b.bet.hand_key < g.freed.bears_on, b.bet IS NOT NULL) THEN b.bet.hand_key
        ELSE m.bears_on END AS leaving_hand_key
FROM fact.must_leave AS m JOIN fact.session_order AS o USING (session_key) JOIN log.sessions AS k USING (session_key)
LEFT JOIN fact.seat_given_up AS g USING (event_key)
LEFT JOIN fact.plays_on AS b USING (event_key)
LEFT JOIN fact.is_offered_again AS f USING (event_key)
LEFT JOIN fact.hand_step AS s ON s.hand_key = b.bet.hand_key
LEFT JOIN fact.unnamed_bets AS u ON u.session_key = m.session_key

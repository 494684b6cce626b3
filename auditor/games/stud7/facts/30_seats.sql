-- table: who_sat
-- One row for each hand and seat with an event of play that tells both: how many players acted there.
SELECT hand_key, seat, count(DISTINCT player_id) AS players, any_value(player_id) AS player_id
FROM log.events
WHERE hand_key IS NOT NULL AND seat IS NOT NULL AND player_id IS NOT NULL
    AND type IN ('ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold', 'show', 'muck')
GROUP BY hand_key, seat

-- table: zones
-- One row for each hand with an event of play: seats shared by players, players at two seats.
-- zones_are_told: every such event tells its seat and its player.
SELECT t.hand_key, t.zones_are_told, coalesce(s.shared, 0) AS shared_seats, s.shared_seat,
    coalesce(p.spread, 0) AS spread_players, p.spread_player
FROM (
    SELECT hand_key, count(*) = count(seat) AND count(*) = count(player_id) AS zones_are_told
    FROM log.events
    WHERE hand_key IS NOT NULL AND type IN ('ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold')
    GROUP BY hand_key
) AS t
LEFT JOIN (
    SELECT hand_key, count(*) AS shared, min(seat) AS shared_seat FROM fact.who_sat WHERE players > 1 GROUP BY hand_key
) AS s USING (hand_key)
LEFT JOIN (
    SELECT hand_key, count(*) AS spread, min(player_id) AS spread_player
    FROM (
        SELECT hand_key, player_id FROM log.events
        WHERE hand_key IS NOT NULL AND seat IS NOT NULL AND player_id IS NOT NULL
            AND type IN ('ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold')
        GROUP BY hand_key, player_id HAVING count(DISTINCT seat) > 1
    ) GROUP BY hand_key
) AS p USING (hand_key)

-- table: anted
-- One row for each hand and seat with an ante: how much (at least; NULL where that may be nothing), and when
-- the last of it was placed.
SELECT hand_key, seat, CASE WHEN count(*) = count(amount) OR sum(amount) > 0 THEN sum(amount) END AS ante,
    CASE WHEN count(*) = count(happened_at) THEN max(happened_at) END AS ante_at
FROM log.events
WHERE type = 'ante' AND hand_key IS NOT NULL AND seat IS NOT NULL
GROUP BY hand_key, seat

-- table: folded
-- One row for each hand and seat that folded: in which round, as the cards then dealt, and when.
SELECT e.hand_key, e.seat, CASE WHEN count(*) = count(a.street) THEN min(a.street) END AS folded_in,
    CASE WHEN count(*) = count(e.happened_at) THEN min(e.happened_at) END AS folded_at
FROM fact.stud_action AS a JOIN log.events AS e USING (event_key)
WHERE e.type = 'fold'
GROUP BY e.hand_key, e.seat

-- table: dealt_after_fold
-- One row for each of those that was dealt to: its cards of a later round that were dealt after it folded.
-- Nobody folds before three are dealt. NULL: the log does not tell whether there are any.
SELECT hand_key, seat, folded_in, CASE WHEN count(*) FILTER (is_later) > 0 THEN count(*) FILTER (is_later)
    WHEN count(*) FILTER (is_later IS NULL) = 0 THEN 0 END AS cards_after_fold
FROM (
    SELECT f.hand_key, f.seat, f.folded_in, CASE WHEN d.round_dealt <= coalesce(f.folded_in, 3) OR c.happened_at < f.folded_at THEN false
        WHEN d.round_dealt > f.folded_in AND c.happened_at > f.folded_at THEN true END AS is_later
    FROM fact.folded AS f
    JOIN fact.dealt AS d USING (hand_key, seat)
    JOIN log.cards AS c ON c.hand_key = d.hand_key AND c.idx = d.idx
)
GROUP BY hand_key, seat, folded_in

-- table: first_card
-- One row for each hand whose cards are all in the log and timed: when the first of them was dealt.
SELECT c.hand_key, CASE WHEN count(*) = count(c.happened_at) THEN min(c.happened_at) END AS first_card_at
FROM log.cards AS c
JOIN log.hands AS h ON h.hand_key = c.hand_key AND h.cards_complete
WHERE starts_with(c.dealt_to, 'seat:')
GROUP BY c.hand_key

-- table: warning_seen
-- One row for each warning of a seat: the rounds (as the cards then dealt) between which it fell. Before the
-- first bet no card may have been dealt (0), or three; after the last action of a round, the next may have begun.
WITH acted AS (
    SELECT a.hand_key, a.street, a.is_in_round, e.seq FROM fact.stud_action AS a JOIN log.events AS e USING (event_key)
    WHERE e.type <> 'ante'
)
SELECT w.event_key, w.hand_key, w.seat, w.seq,
    CASE WHEN b.seq IS NULL THEN 0 ELSE coalesce(b.street, 3) END AS from_street,
    CASE WHEN b.is_in_round THEN b.street ELSE coalesce(n.street, 7) END AS to_street
FROM (
    SELECT * FROM log.events WHERE type = 'warning' AND hand_key IS NOT NULL AND seat IS NOT NULL
) AS w
ASOF LEFT JOIN acted AS b ON b.hand_key = w.hand_key AND b.seq < w.seq
ASOF LEFT JOIN acted AS n ON n.hand_key = w.hand_key AND n.seq > w.seq

-- table: warning_astray
-- One row for each warning before which there is another that may have been of the same seat in that hand:
-- it does not tell its seat, or, once the hand's play had begun, its hand.
SELECT DISTINCT w.event_key
FROM fact.warning_seen AS w
JOIN fact.hand_span AS p ON p.hand_key = w.hand_key
JOIN log.events AS u ON u.session_key = p.session_key AND u.seq < w.seq
WHERE u.type = 'warning' AND coalesce(u.seat = w.seat, true) AND (
    (u.hand_key = w.hand_key AND u.seat IS NULL) OR (u.hand_id IS NULL AND u.seq > p.first_seq))

-- table: warned
-- One row for each warning: which it is of that seat in the hand, and in the round at least and at most.
-- number_in_hand, most_in_round: NULL where one before it may have been lost, or does not tell whose it is.
SELECT w.event_key, w.hand_key, w.seat, CASE WHEN w.all_are_told THEN 1 + count(e.event_key) END AS number_in_hand,
    1 + count(*) FILTER (e.from_street = w.to_street AND e.to_street = w.from_street) AS least_in_round,
    CASE WHEN w.all_are_told
        THEN 1 + count(*) FILTER (e.to_street >= w.from_street AND e.from_street <= w.to_street) END AS most_in_round
FROM (
    SELECT s.*, h.events_complete AND s.event_key NOT IN (SELECT event_key FROM fact.warning_astray) AS all_are_told
    FROM fact.warning_seen AS s JOIN log.hands AS h ON h.hand_key = s.hand_key
) AS w
LEFT JOIN fact.warning_seen AS e ON e.hand_key = w.hand_key AND e.seat = w.seat AND e.seq < w.seq
GROUP BY w.event_key, w.hand_key, w.seat, w.all_are_told

-- table: warned_seat
-- One row for each hand and seat that was warned: how often.
SELECT hand_key, seat, count(*) AS warnings FROM fact.warned GROUP BY hand_key, seat

-- table: hand_marks
-- One row for each hand with events: whether some warning or removal does not tell its seat, and who was removed.
SELECT hand_key,
    bool_or(type IN ('warning', 'removed') AND seat IS NULL) AS has_seatless_mark,
    list_distinct(list(seat) FILTER (type = 'removed' AND seat IS NOT NULL)) AS removed_seats
FROM log.events
WHERE hand_key IS NOT NULL
GROUP BY hand_key

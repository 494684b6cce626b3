-- table: hand_stakes
-- One row for each hand with stakes: those of seated players, their seats (bits, seat N is bit N), and the
-- bets that do not tell posture, seat or player. players: bits by which different players can be told.
-- offers: bets that tell what their punters had offered to cover, asked_in_all together.
SELECT hand_key, count(*) AS bets, count(*) FILTER (posture = 'seated') AS seated_bets,
    min(seat) FILTER (posture = 'seated') AS lowest_seat, max(seat) FILTER (posture = 'seated') AS highest_seat,
    bit_or(CASE WHEN posture = 'seated' AND seat BETWEEN 1 AND 60 THEN 1::BIGINT << seat END) AS seats,
    bit_or(CASE WHEN posture = 'seated' THEN 1::BIGINT << (hash(player_id) % 61)::INT END) AS players,
    count(*) FILTER (posture IS NULL OR (posture = 'seated' AND seat IS NULL)) AS placeless,
    count(*) FILTER (posture = 'seated' AND player_id IS NULL) AS nameless,
    count(asked) AS offers, sum(asked) AS asked_in_all
FROM log.bets
GROUP BY hand_key

-- table: hand_doubles
-- One row for each hand in which two seated stakes, or one and the bank, may be of one seat or of one player:
-- whether two players were seated in one seat (the banker's counts), and whether one player bet from two.
WITH suspects AS (
    SELECT s.hand_key, h.banker_seat, h.banker_player_id
    FROM fact.hand_stakes AS s JOIN log.hands AS h USING (hand_key)
    WHERE s.seated_bets > bit_count(s.seats) OR s.seated_bets > bit_count(s.players)
        OR s.lowest_seat < 1 OR s.highest_seat > 60
        OR (h.banker_seat BETWEEN 1 AND 60 AND (s.seats >> h.banker_seat) & 1 = 1)
        OR (s.players >> (hash(h.banker_player_id) % 61)::INT) & 1 = 1
),
placed AS (
    SELECT b.hand_key, b.seat, b.player_id
    FROM suspects JOIN log.bets AS b USING (hand_key) WHERE b.posture = 'seated'
    UNION ALL
    SELECT hand_key, banker_seat, banker_player_id FROM suspects WHERE banker_seat IS NOT NULL
),
by_seat AS (
    SELECT hand_key, min(player_id) <> max(player_id) AS is_shared
    FROM placed WHERE seat IS NOT NULL GROUP BY hand_key, seat
),
by_player AS (
    SELECT hand_key, min(seat) <> max(seat) AS has_two FROM placed WHERE player_id IS NOT NULL GROUP BY hand_key, player_id
)
SELECT hand_key, s.is_shared AS seat_is_shared, p.has_two AS player_has_two_seats
FROM (SELECT hand_key, bool_or(is_shared) AS is_shared FROM by_seat GROUP BY hand_key) AS s
FULL JOIN (SELECT hand_key, bool_or(has_two) AS has_two FROM by_player GROUP BY hand_key) AS p USING (hand_key)

-- table: seat_moves
-- One row for each hand during which a player went from one seat to another: strictly inside it, or (is_edge)
-- at the very time at which it starts or ends. An event that names its hand stands inside it.
WITH moves AS (
    SELECT s.session_key, coalesce(s.hand_key, s.bears_on - 1) AS hand_key, s.hand_key IS NOT NULL AS names_hand,
        s.happened_at, s.player_did_before = 'seat_taken' AS sat_still, s.player_hand_before, s.player_was_seen_at
    FROM fact.seat_said AS s
    WHERE s.type = 'seat_taken' AND s.player_did_before IN ('seat_taken', 'seat_left')
        AND s.player_seat_before <> s.seat
),
timed AS (
    SELECT h.hand_key,
        m.names_hand OR (h.started_at < m.happened_at AND m.happened_at < h.ended_at) AS sat_inside,
        m.names_hand OR (h.started_at <= m.happened_at AND m.happened_at <= h.ended_at) AS sat_inside_or_at_edge,
        m.sat_still OR coalesce(m.player_hand_before = h.hand_key, false) OR m.player_was_seen_at > h.started_at AS rose_inside,
        m.sat_still OR coalesce(m.player_hand_before = h.hand_key, false) OR m.player_was_seen_at >= h.started_at
            AS rose_inside_or_at_edge
    FROM moves AS m JOIN log.hands AS h ON h.session_key = m.session_key AND h.hand_key = m.hand_key
)
SELECT hand_key, bool_or(sat_inside AND rose_inside) AS is_inside,
    bool_or(sat_inside_or_at_edge AND rose_inside_or_at_edge) AS is_inside_or_at_edge
FROM timed
GROUP BY hand_key

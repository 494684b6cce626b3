-- table: session_basis
-- Whether the session says of any payout what it is reckoned on; where none does, payouts are net.
SELECT session_key, coalesce(bool_or(payout_basis IS NOT NULL), false) AS says_basis
FROM log.bets
GROUP BY session_key

-- table: stake
-- One row for each hand and box bet on (box NULL: the log does not say which): the bets on Punto or Banca.
-- *_stakes: money laid; seated_*: bets of seated players; *_untimed: those of them without a time;
-- unknown_posture: bets of which the log does not say whether the player sat; placeless: bets of
-- players who sit, or may sit, at a seat that the log does not tell.
-- seats, possible_seats: bit N is set where a seated player (or one who may be) of seat N bet here.
SELECT hand_key, box,
    coalesce(sum(stake) FILTER (kind = 'punto'), 0) AS punto_stakes,
    coalesce(sum(stake) FILTER (kind = 'banca'), 0) AS banca_stakes,
    count(*) FILTER (kind = 'punto' AND posture = 'seated') AS seated_punto,
    count(*) FILTER (kind = 'banca' AND posture = 'seated') AS seated_banca,
    min(placed_at) FILTER (kind = 'punto' AND posture = 'seated') AS first_seated_punto_at,
    min(placed_at) FILTER (kind = 'banca' AND posture = 'seated') AS first_seated_banca_at,
    count(*) FILTER (placed_at IS NULL AND posture = 'seated') AS seated_untimed,
    count(*) FILTER (posture IS NULL) AS unknown_posture,
    count(*) FILTER (posture IS DISTINCT FROM 'standing' AND coalesce(seat NOT BETWEEN 0 AND 60, true)) AS placeless,
    coalesce(bool_or(posture = 'seated' AND seat = box), false) AS holder_bets,
    coalesce(bit_or(CASE WHEN posture = 'seated' AND seat BETWEEN 0 AND 60 THEN 1::BIGINT << seat END), 0) AS seats,
    coalesce(bit_or(CASE WHEN posture IS NULL AND seat BETWEEN 0 AND 60 THEN 1::BIGINT << seat END), 0) AS possible_seats
FROM log.bets
WHERE kind IN ('punto', 'banca')
GROUP BY hand_key, box

-- table: stakes_of_hand
-- One row for each hand bet on: its bets on Punto or Banca taken together.
-- box_is_unknown: some bet does not say in which box it lies.
SELECT hand_key,
    sum(seated_punto + seated_banca)::BIGINT AS seated_bets,
    sum(unknown_posture)::BIGINT AS unknown_posture,
    sum(placeless)::BIGINT AS placeless,
    bit_or(seats) AS seats, bit_or(seats | possible_seats) AS possible_seats,
    bool_or(box IS NULL) AS box_is_unknown
FROM fact.stake
GROUP BY hand_key

-- table: standing_bet
-- One row for each bet of a standing player on Punto or Banca: the seated players' stakes before it in its box.
-- seated_before, seated_not_after: one lay there before it, or at its very time; same_side_*: on its own side.
-- False where there was none; NULL where a bet of the hand, its time, box or posture may not be known.
WITH beside AS (
    SELECT b.bet_key, b.placed_at,
        h.bets_complete AND m.unknown_posture = 0 AND NOT m.box_is_unknown AND k.seated_untimed = 0 AS all_is_known,
        k.seated_punto + k.seated_banca AS seated,
        least(k.first_seated_punto_at, k.first_seated_banca_at) AS first_at,
        CASE b.kind WHEN 'punto' THEN k.seated_punto ELSE k.seated_banca END AS same_side,
        CASE b.kind WHEN 'punto' THEN k.first_seated_punto_at ELSE k.first_seated_banca_at END AS same_side_at
    FROM log.bets AS b
    JOIN log.hands AS h USING (hand_key)
    JOIN fact.stakes_of_hand AS m USING (hand_key)
    LEFT JOIN fact.stake AS k ON k.hand_key = b.hand_key AND k.box = b.box
    WHERE b.posture = 'standing' AND b.kind IN ('punto', 'banca')
)
SELECT bet_key,
    CASE WHEN first_at < placed_at THEN true
        WHEN all_is_known AND (seated = 0 OR first_at >= placed_at) THEN false END AS seated_before,
    CASE WHEN first_at <= placed_at THEN true
        WHEN all_is_known AND (seated = 0 OR first_at > placed_at) THEN false END AS seated_not_after,
    CASE WHEN same_side_at < placed_at THEN true
        WHEN all_is_known AND (same_side = 0 OR same_side_at >= placed_at) THEN false END AS same_side_before,
    CASE WHEN same_side_at <= placed_at THEN true
        WHEN all_is_known AND (same_side = 0 OR same_side_at > placed_at) THEN false END AS same_side_not_after
FROM beside

-- table: opening
-- One row for each session: the bets of seated players in the hand that opened the table (art. 5).
-- opening_seated_bets: NULL where that hand, its bets or their players' posture may not all be known.
SELECT s.session_key, o.opening_hand,
    CASE WHEN s.hands_complete AND (b.seated_bets > 0 OR (b.unknown_posture = 0 AND h.bets_complete))
        THEN b.seated_bets END AS opening_seated_bets
FROM log.sessions AS s
JOIN (
    SELECT session_key, arg_min(hand_key, hand_no) AS opening_hand FROM log.hands GROUP BY session_key
) AS o USING (session_key)
JOIN log.hands AS h ON h.hand_key = o.opening_hand
LEFT JOIN fact.stakes_of_hand AS b ON b.hand_key = o.opening_hand

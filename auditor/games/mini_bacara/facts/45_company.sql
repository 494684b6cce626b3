-- table: seated_first
-- One row for each hand and box in which a standing player bet: the bets of seated players there.
-- first_*_at: when the first of them was placed on that side (NULL where there is none).
-- untimed: seated players' bets whose time is not recorded.
SELECT b.hand_key, b.box,
    count(*) FILTER (b.kind = 'punto') AS on_punto, count(*) FILTER (b.kind = 'banca') AS on_banca,
    min(b.placed_at) FILTER (b.kind = 'punto') AS first_punto_at,
    min(b.placed_at) FILTER (b.kind = 'banca') AS first_banca_at,
    count(*) FILTER (b.placed_at IS NULL) AS untimed
FROM log.bets AS b
WHERE b.posture = 'seated' AND b.kind IN ('punto', 'banca')
    AND b.hand_key IN (SELECT hand_key FROM log.bets WHERE posture = 'standing')
GROUP BY b.hand_key, b.box

-- table: standing_bet
-- One row for each bet of a standing player on Punto or Banca: the seated players' stakes before it in its box.
-- seated_before, seated_not_after: one lay there before it, or at its very time; same_side_*: on its own side.
-- False where there was none; NULL where a bet of the hand, its time, box or posture may not be known.
WITH beside AS (
    SELECT b.bet_key, b.placed_at,
        h.bets_complete AND NOT m.posture_is_unknown AND NOT m.box_is_unknown AND b.box IS NOT NULL
            AND coalesce(k.untimed, 0) = 0 AS all_is_known,
        least(k.first_punto_at, k.first_banca_at) AS first_at,
        CASE b.kind WHEN 'punto' THEN k.first_punto_at ELSE k.first_banca_at END AS same_side_at,
        coalesce(k.on_punto + k.on_banca, 0) AS seated,
        coalesce(CASE b.kind WHEN 'punto' THEN k.on_punto ELSE k.on_banca END, 0) AS same_side
    FROM log.bets AS b
    JOIN log.hands AS h USING (hand_key)
    JOIN fact.stakes_of_hand AS m USING (hand_key)
    LEFT JOIN fact.seated_first AS k ON k.hand_key = b.hand_key AND k.box = b.box
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

-- table: guest_bet
-- One row for each bet of a seated player outside the box of his own seat.
-- box_is_held: the box is the place of a player who sits there; NULL where that is not known.
SELECT b.bet_key,
    CASE WHEN (m.seats >> b.box) & 1 = 1 OR (t.taken_seats >> b.box) & 1 = 1 THEN true
        WHEN h.bets_complete AND t.taken_seats IS NOT NULL AND (m.possible_seats >> b.box) & 1 = 0 THEN false
        END AS box_is_held
FROM log.bets AS b
JOIN log.hands AS h USING (hand_key)
LEFT JOIN fact.stakes_of_hand AS m ON m.hand_key = b.hand_key
LEFT JOIN fact.seats_at_hand AS t ON t.hand_key = b.hand_key
WHERE b.posture = 'seated' AND b.seat <> b.box AND b.box BETWEEN 0 AND 60

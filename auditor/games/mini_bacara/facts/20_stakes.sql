-- table: session_basis
-- Whether the session says of any payout what it is reckoned on; where none does, payouts are net.
SELECT session_key, bool_or(payout_basis IS NOT NULL) AS says_basis
FROM log.bets
GROUP BY session_key

-- table: stake
-- One row for each hand and box bet on (box NULL: the log does not say which): the bets on Punto or Banca.
-- *_stakes: money laid. seats: bit N is set where a seated player of seat N bet here; possible_seats: also
-- where one may have sat. is_placeless: a player sits, or may sit, at a seat that the log does not tell.
SELECT hand_key, box, punto_stakes, banca_stakes, seats, possible_seats,
    (marks & 1) > 0 AS has_seated_punto, (marks & 2) > 0 AS has_seated_banca,
    (marks & 4) > 0 AS posture_is_unknown, (marks & 8) > 0 AS is_placeless
FROM (
    SELECT hand_key, box,
        coalesce(sum(CASE kind WHEN 'punto' THEN stake END), 0) AS punto_stakes,
        coalesce(sum(CASE kind WHEN 'banca' THEN stake END), 0) AS banca_stakes,
        bit_or(CASE WHEN posture = 'seated' AND seat BETWEEN 0 AND 60 THEN 1::BIGINT << seat ELSE 0 END) AS seats,
        bit_or(CASE WHEN posture IS DISTINCT FROM 'standing' AND seat BETWEEN 0 AND 60
            THEN 1::BIGINT << seat ELSE 0 END) AS possible_seats,
        bit_or(CASE WHEN posture = 'seated' THEN CASE kind WHEN 'punto' THEN 1 ELSE 2 END
                WHEN posture IS NULL THEN 4 ELSE 0 END
            + CASE WHEN posture = 'standing' OR seat BETWEEN 0 AND 60 THEN 0 ELSE 8 END) AS marks
    FROM log.bets
    WHERE kind IN ('punto', 'banca')
    GROUP BY hand_key, box
)

-- table: stakes_of_hand
-- One row for each hand bet on: its bets on Punto or Banca taken together.
-- box_is_unknown: some bet does not say in which box it lies.
SELECT hand_key, bool_or(has_seated_punto OR has_seated_banca) AS has_seated_bet,
    bool_or(posture_is_unknown) AS posture_is_unknown, bool_or(is_placeless) AS is_placeless,
    bit_or(seats) AS seats, bit_or(possible_seats) AS possible_seats,
    bool_or(box IS NULL) AS box_is_unknown
FROM fact.stake
GROUP BY hand_key

-- table: opening
-- One row for each session: the bets of seated players in the hand that opened the table (art. 5).
-- opening_seated_bets: NULL where that hand, its bets or their players' posture may not all be known.
SELECT o.session_key, o.opening_hand,
    CASE WHEN s.hands_complete
            AND (m.has_seated_bet OR (NOT m.posture_is_unknown AND h.bets_complete))
        THEN (SELECT count(*) FILTER (b.posture = 'seated' AND b.kind IN ('punto', 'banca'))
            FROM log.bets AS b WHERE b.hand_key = o.opening_hand) END AS opening_seated_bets
FROM (
    SELECT session_key, min(hand_key) AS opening_hand FROM log.hands GROUP BY session_key
) AS o
JOIN log.sessions AS s ON s.session_key = o.session_key
JOIN log.hands AS h ON h.hand_key = o.opening_hand
LEFT JOIN fact.stakes_of_hand AS m ON m.hand_key = o.opening_hand

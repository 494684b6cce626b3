-- table: card
-- One row for each card, its words as small numbers.
-- receiver: 0 Banca, N the box N, NULL any other; face: 0 up, 1 down, 2 not recorded.
-- card_no: 1 for the ace of spades to 52 for the king of clubs, by rank and then suit; 0 not seen.
-- points: as the game counts them (none for a ten or a court card).
SELECT hand_key, shoe_key, session_key, receiver, idx, card_no, face, cancelled, happened_at,
    CASE WHEN card_no <= 36 THEN (card_no + 3) // 4 ELSE 0 END AS points
FROM (
    SELECT hand_key, shoe_key, session_key, cancelled, happened_at,
        greatest(-1, least(idx, 1000001))::INTEGER AS idx,
        CASE dealt_to WHEN 'banca' THEN 0 WHEN 'box:1' THEN 1 WHEN 'box:2' THEN 2 WHEN 'box:3' THEN 3
            WHEN 'box:4' THEN 4 WHEN 'box:5' THEN 5 WHEN 'box:6' THEN 6 WHEN 'box:7' THEN 7
            WHEN 'box:8' THEN 8 WHEN 'box:9' THEN 9 END::TINYINT AS receiver,
        ((strpos('AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C '
            || '7S 7H 7D 7C 8S 8H 8D 8C 9S 9H 9D 9C TS TH TD TC JS JH JD JC QS QH QD QC KS KH KD KC', card) + 2) // 3)::TINYINT AS card_no,
        CASE face WHEN 'up' THEN 0 WHEN 'down' THEN 1 ELSE 2 END::TINYINT AS face
    FROM log.cards
)

-- table: session_with_cancelled
-- The sessions in which some card is marked as cancelled, or was lost that may have been; in the others an
-- empty mark means "not cancelled".
SELECT session_key FROM fact.card WHERE cancelled
UNION SELECT session_key FROM log.lost_cards

-- table: unsure_hand
-- The hands with a card that was not seen, that may or may not have been cancelled, or of no possible order.
SELECT DISTINCT hand_key
FROM fact.card
WHERE card_no = 0 OR idx NOT BETWEEN 0 AND 1000000
    OR (cancelled IS NULL AND session_key IN (SELECT session_key FROM fact.session_with_cancelled))

-- table: received
-- One row for each hand and receiver (0 Banca, N the box N): its cards that were not cancelled.
-- codes: its first three cards in dealing order, each 64 * idx + 4 * points + face, so that one number
-- both orders and tells a card.
-- first_at: when its first card was dealt; NULL where the time of one of its cards is not recorded.
SELECT hand_key, receiver,
    count(*) AS cards,
    min(64 * idx + 4 * points + face, 3) AS codes,
    CASE WHEN count(happened_at) = count(*) THEN min(happened_at) END AS first_at
FROM fact.card
WHERE receiver IS NOT NULL AND cancelled IS NOT TRUE
GROUP BY hand_key, receiver

-- table: box_cards
-- One row for each box dealt in a hand: its first three cards and their place in the dealing order.
-- *_idx: the card's number in the hand; *_face: 0 up, 1 down, 2 not recorded; NULL where there is none.
SELECT hand_key, receiver AS box, cards, first_at,
    codes[1] // 64 AS first_idx, codes[2] // 64 AS second_idx, codes[3] // 64 AS third_idx,
    codes[1] // 4 % 16 + codes[2] // 4 % 16 AS two_points, codes[3] // 4 % 16 AS third_points,
    codes[1] % 4 AS first_face, codes[2] % 4 AS second_face
FROM fact.received
WHERE receiver > 0

-- table: boxes_amiss
-- One row for each hand in which a box got a card no sooner than a box to its right got the same card:
-- one of the first two, or the third.
SELECT hand_key, bool_or(two_rounds) AS two_rounds, bool_or(thirds) AS thirds
FROM (
    SELECT hand_key, l.first_idx >= r.first_idx OR l.second_idx >= r.second_idx AS two_rounds,
        l.third_idx >= r.third_idx AS thirds
    FROM fact.box_cards AS l JOIN fact.box_cards AS r USING (hand_key)
    WHERE l.box < r.box
)
WHERE two_rounds OR thirds
GROUP BY hand_key

-- table: boxes_of_hand
-- One row for each hand in which a box was dealt: its boxes taken together.
SELECT hand_key, count(*) AS boxes, min(cards) AS fewest_cards,
    count(third_idx) AS box_thirds,
    min(first_idx) AS opening_idx, max(first_idx) AS last_first_idx,
    min(second_idx) AS opening_second_idx, max(second_idx) AS last_second_idx,
    min(third_idx) AS opening_third_idx, max(third_idx) AS last_third_idx,
    CASE WHEN bool_or(first_face = 1 OR second_face = 1) THEN false
        WHEN bool_and(first_face = 0 AND second_face = 0) THEN true END AS boxes_are_face_up,
    arg_min_null(first_at, first_idx) AS first_at
FROM fact.box_cards
GROUP BY hand_key

-- table: deal
-- One row for each hand whose cards are all in the log: the dealing order, and Banca's cards.
-- Banca's columns are NULL where it got no card; *_points of a card that was not dealt are NULL.
-- dealt_in_order: boxes from left to right, Banca's first, the same boxes again, Banca's second (art. 6).
-- first_card_at: when the first card of all was dealt.
WITH banca AS (
    SELECT hand_key, cards, first_at,
        codes[1] // 64 AS first_idx, codes[2] // 64 AS second_idx, codes[3] // 64 AS third_idx,
        codes[1] // 4 % 16 AS first_points, codes[2] // 4 % 16 AS second_points,
        CASE WHEN cards = 3 THEN codes[3] // 4 % 16 END AS third_points,
        codes[1] % 4 AS first_face, codes[2] % 4 AS second_face, codes[3] % 4 AS third_face
    FROM fact.received
    WHERE receiver = 0
)
SELECT h.hand_key, d.boxes, d.box_thirds,
    b.cards AS banca_cards, b.second_idx AS banca_second_idx, d.last_second_idx AS last_box_second_idx,
    x.two_rounds IS NOT TRUE AND d.fewest_cards > 1 AND last_first_idx < b.first_idx
        AND b.first_idx < opening_second_idx AND coalesce(last_second_idx < b.second_idx, true) AS dealt_in_order,
    x.thirds IS NOT TRUE AND opening_third_idx > b.second_idx AS thirds_in_order,
    b.third_idx > coalesce(last_third_idx, 0) AS banca_third_is_last,
    boxes_are_face_up,
    CASE b.first_face WHEN 0 THEN false WHEN 1 THEN true END AS banca_first_is_hidden,
    CASE b.second_face WHEN 0 THEN true WHEN 1 THEN false END AS banca_second_is_up,
    CASE b.third_face WHEN 0 THEN true WHEN 1 THEN false END AS banca_third_is_up,
    b.first_points AS banca_first_points,
    (b.first_points + b.second_points) % 10 AS banca_two_points,
    b.cards > 2 AS banca_drew_third,
    (b.first_points + b.second_points + b.third_points) % 10 AS banca_three_points,
    CASE WHEN b.first_idx < d.opening_idx THEN b.first_at ELSE d.first_at END AS first_card_at
FROM log.hands AS h
JOIN fact.boxes_of_hand AS d USING (hand_key)
LEFT JOIN banca AS b USING (hand_key)
LEFT JOIN fact.boxes_amiss AS x USING (hand_key)
WHERE h.cards_complete AND h.hand_key NOT IN (SELECT hand_key FROM fact.unsure_hand)

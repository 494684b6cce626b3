-- table: hand_cards
-- One row for each hand with cards dealt one by one: how many left the shoe (not the burned ones).
-- codes: the first six by idx, six bits each from the lowest on: 1 to 52, suit by suit from ace to king.
SELECT hand_key, count(*) AS cards_out,
    bit_or(CASE WHEN idx BETWEEN 1 AND 6 THEN
        (13 * (strpos('SHDC', right(card, 1)) - 1) + strpos('A23456789TJQK', left(card, 1))) << (6 * (idx - 1))
        ELSE 0 END) AS codes
FROM log.cards
WHERE dealt_to <> 'burn'
GROUP BY hand_key

-- view: hand_points
-- One row for each hand: the points of each side's cards as they are logged (Art. 9: ten and the court
-- cards none, the ace one, units only). two: of the first two; third: of the third (NULL without one).
-- A side with fewer than two cards has NULL points; a fourth card counts, and is told by the count.
WITH worth AS (
    SELECT hand_key, (length(punto_cards) + 1) // 3 AS punto_count, (length(banca_cards) + 1) // 3 AS banca_count,
        strpos('A23456789', left(punto_cards, 1)) + strpos('A23456789', substr(punto_cards, 4, 1)) AS punto_sum,
        strpos('A23456789', left(banca_cards, 1)) + strpos('A23456789', substr(banca_cards, 4, 1)) AS banca_sum,
        CASE WHEN length(punto_cards) > 6 THEN strpos('A23456789', substr(punto_cards, 7, 1)) END AS punto_third,
        CASE WHEN length(banca_cards) > 6 THEN strpos('A23456789', substr(banca_cards, 7, 1)) END AS banca_third,
        CASE WHEN length(punto_cards) > 9 THEN list_sum(list_transform(string_split(substr(punto_cards, 10), ' '),
            lambda card: strpos('A23456789', left(card, 1)))) ELSE 0 END AS punto_rest,
        CASE WHEN length(banca_cards) > 9 THEN list_sum(list_transform(string_split(substr(banca_cards, 10), ' '),
            lambda card: strpos('A23456789', left(card, 1)))) ELSE 0 END AS banca_rest
    FROM log.hands
)
SELECT hand_key, punto_count, banca_count, punto_third, banca_third,
    CASE WHEN punto_count >= 2 THEN punto_sum % 10 END AS punto_two,
    CASE WHEN banca_count >= 2 THEN banca_sum % 10 END AS banca_two,
    CASE WHEN punto_count >= 2 THEN (punto_sum + coalesce(punto_third, 0) + punto_rest) % 10 END::BIGINT AS punto_points,
    CASE WHEN banca_count >= 2 THEN (banca_sum + coalesce(banca_third, 0) + banca_rest) % 10 END::BIGINT AS banca_points
FROM worth

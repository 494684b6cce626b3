-- table: hand_cards
-- One row for each hand with cards dealt one by one: how many left the shoe (not the burned ones).
-- codes: the first six by idx, six bits each from the lowest on: 1 to 52, suit by suit from ace to king
-- (0: none, or not seen).
SELECT hand_key, count(*) AS cards_out,
    bit_or(CASE WHEN idx BETWEEN 1 AND 6 AND card <> '??' THEN
        (13 * (strpos('SHDC', right(card, 1)) - 1) + strpos('A23456789TJQK', left(card, 1))) << (6 * (idx - 1))
        ELSE 0 END) AS codes
FROM log.cards
WHERE dealt_to <> 'burn'
GROUP BY hand_key

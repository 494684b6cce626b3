-- table: deal_text
-- One row for each board: its deal in capitals, one blank between hands, T for 10.
-- deal NULL where it is no PBN deal (first hand, colon, four hands of four suits, `-` if not known).
WITH written AS (
    SELECT board_key, replace(upper(trim(regexp_replace(deal, '\s+', ' ', 'g'))), '10', 'T') AS deal
    FROM log.boards
)
SELECT board_key, CASE WHEN regexp_full_match(deal,
    '[NESW]: ?(-|[AKQJT2-9]*(\.[AKQJT2-9]*){3})( (-|[AKQJT2-9]*(\.[AKQJT2-9]*){3})){3}')
    THEN replace(deal, ': ', ':') END AS deal
FROM written

-- table: deal
-- One row for each board: its four hands from North on, ranks from ace to two within each suit.
-- hands NULL where the deal cannot be read; a hand that is not known is `-`.
WITH sorted AS (
    SELECT board_key, strpos('NESW', deal[1]) AS first_seat,
        CASE WHEN regexp_full_match(deal, '.:(((A?K?Q?J?T?9?8?7?6?5?4?3?2?\.){3}A?K?Q?J?T?9?8?7?6?5?4?3?2?|-) ?){4}')
        THEN string_split(deal[3:], ' ')
        ELSE list_transform(string_split(deal[3:], ' '), lambda hand:
            array_to_string(list_transform(string_split(hand, '.'), lambda held:
                translate(array_to_string(list_sort(string_split(
                    translate(held, 'AKQJT98765432', 'abcdefghijklm'), '')), ''),
                    'abcdefghijklm', 'AKQJT98765432')), '.'))
        END AS held
    FROM fact.deal_text
)
SELECT board_key, held[(5 - first_seat) % 4 + 1] || ' ' || held[(6 - first_seat) % 4 + 1] || ' '
    || held[(7 - first_seat) % 4 + 1] || ' ' || held[(8 - first_seat) % 4 + 1] AS hands
FROM sorted

-- table: held
-- One row for each board with a readable deal: the cards in each hand (NULL if it is not known), and
-- the ranks of each suit, hand after hand.
WITH split AS (
    SELECT board_key, hands, string_split(hands, ' ') AS hand,
        string_split(replace(replace(hands, '-', '...'), ' ', '.'), '.') AS suit
    FROM fact.deal WHERE hands IS NOT NULL
)
SELECT board_key, hands,
    CASE WHEN hand[1] <> '-' THEN length(hand[1]) - 3 END AS north_cards,
    CASE WHEN hand[2] <> '-' THEN length(hand[2]) - 3 END AS east_cards,
    CASE WHEN hand[3] <> '-' THEN length(hand[3]) - 3 END AS south_cards,
    CASE WHEN hand[4] <> '-' THEN length(hand[4]) - 3 END AS west_cards,
    suit[1] || suit[5] || suit[9] || suit[13] AS spades,
    suit[2] || suit[6] || suit[10] || suit[14] AS hearts,
    suit[3] || suit[7] || suit[11] || suit[15] AS diamonds,
    suit[4] || suit[8] || suit[12] || suit[16] AS clubs
FROM split

-- table: ranks_seen
-- One row for each board with a readable deal: how many ranks of each suit it shows.
SELECT board_key,
    (contains(spades, 'A')::INT + contains(spades, 'K')::INT + contains(spades, 'Q')::INT + contains(spades, 'J')::INT
            + contains(spades, 'T')::INT + contains(spades, '9')::INT + contains(spades, '8')::INT + contains(spades, '7')::INT
            + contains(spades, '6')::INT + contains(spades, '5')::INT + contains(spades, '4')::INT + contains(spades, '3')::INT + contains(spades, '2')::INT) AS spade_ranks,
    (contains(hearts, 'A')::INT + contains(hearts, 'K')::INT + contains(hearts, 'Q')::INT + contains(hearts, 'J')::INT
            + contains(hearts, 'T')::INT + contains(hearts, '9')::INT + contains(hearts, '8')::INT + contains(hearts, '7')::INT
            + contains(hearts, '6')::INT + contains(hearts, '5')::INT + contains(hearts, '4')::INT + contains(hearts, '3')::INT + contains(hearts, '2')::INT) AS heart_ranks,
    (contains(diamonds, 'A')::INT + contains(diamonds, 'K')::INT + contains(diamonds, 'Q')::INT + contains(diamonds, 'J')::INT
            + contains(diamonds, 'T')::INT + contains(diamonds, '9')::INT + contains(diamonds, '8')::INT + contains(diamonds, '7')::INT
            + contains(diamonds, '6')::INT + contains(diamonds, '5')::INT + contains(diamonds, '4')::INT + contains(diamonds, '3')::INT + contains(diamonds, '2')::INT) AS diamond_ranks,
    (contains(clubs, 'A')::INT + contains(clubs, 'K')::INT + contains(clubs, 'Q')::INT + contains(clubs, 'J')::INT
            + contains(clubs, 'T')::INT + contains(clubs, '9')::INT + contains(clubs, '8')::INT + contains(clubs, '7')::INT
            + contains(clubs, '6')::INT + contains(clubs, '5')::INT + contains(clubs, '4')::INT + contains(clubs, '3')::INT + contains(clubs, '2')::INT) AS club_ranks
FROM fact.held

-- table: cards_seen
-- One row for each board with a readable deal: how many cards it shows, and how many of them twice
-- over (cards beyond the first of each). fewest_cards is NULL where a hand is not known; most_cards is
-- that of the known hands.
SELECT h.board_key, length(spades || hearts || diamonds || clubs) AS cards_shown,
    length(spades || hearts || diamonds || clubs) - spade_ranks - heart_ranks - diamond_ranks - club_ranks
        AS cards_repeated,
    greatest(north_cards, east_cards, south_cards, west_cards) AS most_cards,
    CASE WHEN north_cards + east_cards + south_cards + west_cards IS NOT NULL
        THEN least(north_cards, east_cards, south_cards, west_cards) END AS fewest_cards
FROM fact.held AS h JOIN fact.ranks_seen AS r USING (board_key)

-- table: cards_named
-- One row for each board whose deal is not a whole pack: the cards that are nowhere, and those that
-- stand more than once, suit by suit; NULL for none.
WITH ranks AS (
    SELECT string_split('AKQJT98765432', '') AS rank
),
named AS (
    SELECT h.board_key,
        list_transform(list_filter(rank, lambda r: NOT contains(spades, r)), lambda r: r || 'S')
        || list_transform(list_filter(rank, lambda r: NOT contains(hearts, r)), lambda r: r || 'H')
        || list_transform(list_filter(rank, lambda r: NOT contains(diamonds, r)), lambda r: r || 'D')
        || list_transform(list_filter(rank, lambda r: NOT contains(clubs, r)), lambda r: r || 'C') AS missing,
        list_transform(list_filter(rank, lambda r: length(spades) - length(replace(spades, r, '')) > 1), lambda r: r || 'S')
        || list_transform(list_filter(rank, lambda r: length(hearts) - length(replace(hearts, r, '')) > 1), lambda r: r || 'H')
        || list_transform(list_filter(rank, lambda r: length(diamonds) - length(replace(diamonds, r, '')) > 1), lambda r: r || 'D')
        || list_transform(list_filter(rank, lambda r: length(clubs) - length(replace(clubs, r, '')) > 1), lambda r: r || 'C') AS repeated
    FROM fact.held AS h JOIN fact.cards_seen AS c USING (board_key), ranks
    WHERE c.cards_repeated > 0 OR c.cards_shown - c.cards_repeated < 52
)
SELECT board_key, nullif(array_to_string(missing, ' '), '') AS missing_cards,
    nullif(array_to_string(repeated, ' '), '') AS repeated_cards
FROM named

-- table: copy_order
-- One row for each board: its copies are the boards of its session with the same number.
-- copies counts them; hands are comparable where every hand is known.
SELECT b.board_key, b.session_key, b.number, b.dealer, b.vulnerable, b.copy,
    CASE WHEN NOT contains(d.hands, '-') THEN d.hands END AS hands,
    count(*) OVER same_number AS copies,
    count(*) OVER same_hands AS votes,
    count(b.dealer) OVER same_number AS dealers_known, count(*) OVER same_dealer AS dealer_votes,
    count(b.vulnerable) OVER same_number AS vulnerables_known, count(*) OVER same_vulnerable AS vulnerable_votes,
    row_number() OVER (same_number ORDER BY b.source_name, b.source_record, b.board_id) AS place
FROM log.boards AS b JOIN fact.deal AS d USING (board_key)
WINDOW same_number AS (PARTITION BY b.session_key, b.number),
    same_hands AS (PARTITION BY b.session_key, b.number, d.hands),
    same_dealer AS (PARTITION BY b.session_key, b.number, b.dealer),
    same_vulnerable AS (PARTITION BY b.session_key, b.number, b.vulnerable)

-- table: original
-- One row for each number of a session: hands, dealer and vulnerability of most of its copies, of
-- the first in the log where none has most; dealer and vulnerability NULL where a copy lacks them.
SELECT session_key, number, min(board_key) AS set_key,
    arg_max(hands, (votes, -place)) AS hands,
    CASE WHEN any_value(dealers_known) = count(*) THEN arg_max(dealer, (dealer_votes, -place)) END AS dealer,
    CASE WHEN any_value(vulnerables_known) = count(*)
        THEN arg_max(vulnerable, (vulnerable_votes, -place)) END AS vulnerable,
    bool_and(hands IS NOT NULL) AS hands_are_known
FROM fact.copy_order GROUP BY session_key, number

-- table: copy
-- One row for each board: whether it has copies and agrees with them (articles on exact copies).
-- What differs is NULL where the session is not dated to the day and nothing says that these are
-- copies (two evenings under one name), where a copy lacks the value, or where a board was lost.
WITH told AS (
    SELECT c.*, o.set_key, s.boards_complete, s.boards_complete AND o.hands_are_known AS is_whole,
        s.gaming_date IS NOT NULL OR c.copy IS NOT NULL AS is_certain,
        o.hands AS original_hands, o.dealer AS original_dealer, o.vulnerable AS original_vulnerable
    FROM fact.copy_order AS c JOIN fact.original AS o USING (session_key, number)
    JOIN log.sessions AS s USING (session_key)
)
SELECT board_key, set_key, original_hands, original_dealer, original_vulnerable,
    CASE WHEN copies > 1 THEN true WHEN boards_complete THEN false END AS has_copies,
    CASE WHEN NOT is_whole THEN NULL WHEN hands = original_hands THEN true
        WHEN is_certain THEN false END AS copies_hands,
    CASE WHEN NOT is_whole THEN NULL WHEN dealer = original_dealer THEN true
        WHEN is_certain AND dealer <> original_dealer THEN false END AS copies_dealer,
    CASE WHEN NOT is_whole THEN NULL WHEN vulnerable = original_vulnerable THEN true
        WHEN is_certain AND vulnerable <> original_vulnerable THEN false END AS copies_vulnerable
FROM told

-- table: card_difference
-- One row for each board whose hands are not those of its copies: the cards that are in another hand.
WITH pair AS (
    SELECT c.board_key, c.original_hands, d.hands
    FROM fact.copy AS c JOIN fact.deal AS d USING (board_key)
    WHERE NOT c.copies_hands
),
place AS (
    SELECT board_key, rank || suit AS card, strpos('AKQJT98765432', rank) AS rank_place, strpos('SHDC', suit) AS suit_place,
        list_position(list_transform(string_split(hands, ' '), lambda hand:
            contains(string_split(hand, '.')[strpos('SHDC', suit)], rank)), true) AS seat,
        list_position(list_transform(string_split(original_hands, ' '), lambda hand:
            contains(string_split(hand, '.')[strpos('SHDC', suit)], rank)), true) AS original_seat
    FROM pair, (SELECT unnest(string_split('AKQJT98765432', '')) AS rank) AS ranks,
        (SELECT unnest(['S', 'H', 'D', 'C']) AS suit) AS suits
)
SELECT board_key, string_agg(card, ' ' ORDER BY suit_place, rank_place) AS cards_elsewhere
FROM place WHERE seat IS DISTINCT FROM original_seat
GROUP BY board_key

-- table: other_number
-- One row for each board whose deal stands under another number of its session: the least such number.
WITH numbers AS (
    SELECT session_key, hands, min(number) AS least, max(number) AS most
    FROM fact.copy_order JOIN fact.cards_seen USING (board_key)
    WHERE cards_shown = 52 AND cards_repeated = 0
    GROUP BY session_key, hands HAVING min(number) < max(number)
)
SELECT c.board_key, CASE WHEN c.number = n.least THEN n.most ELSE n.least END AS other_number
FROM fact.copy_order AS c JOIN numbers AS n USING (session_key, hands)

-- What came out of the shoes, counted so that the counts of several batches can be added up.

-- table: cards
-- Every card logged, its words as small numbers. rank: 1 ace to 13 king, 0 not seen; suit: 1 to 4; side: 1 up,
-- 2 down, 0 not recorded; is_burned: it went to no one.
SELECT session_key, hand_key, shoe_key, idx, happened_at, dealt_to = 'burn' AS is_burned,
    CASE WHEN starts_with(dealt_to, 'seat:') THEN dealt_to END AS seat,
    strpos('A23456789TJQK', card[1])::TINYINT AS rank, strpos('SHDC', card[2])::TINYINT AS suit,
    CASE face WHEN 'up' THEN 1 WHEN 'down' THEN 2 ELSE 0 END::TINYINT AS side
FROM log.cards

-- table: stud_cards
-- The cards of stud dealt to seats: nth of the seat, and nth of those that it got with that side.
SELECT c.session_key, c.hand_key, c.seat, c.idx, c.rank, c.suit, c.side,
    row_number() OVER (PARTITION BY c.hand_key, c.seat ORDER BY c.idx) AS nth,
    row_number() OVER (PARTITION BY c.hand_key, c.seat, c.side ORDER BY c.idx) AS nth_of_side
FROM chk.cards AS c JOIN log.sessions AS s USING (session_key)
WHERE s.game = 'stud7' AND c.seat IS NOT NULL

-- table: whole_deals
-- The stud sessions in which the first three cards of every seat, two down and one up, are known: elsewhere a
-- hidden card is known because of what it is, and cannot stand for the pack.
SELECT session_key
FROM (
    SELECT session_key, hand_key, seat, count(*) FILTER (rank > 0) = 3 AND count(*) FILTER (side = 2) = 2 AS is_known
    FROM chk.stud_cards WHERE nth <= 3 GROUP BY session_key, hand_key, seat
)
GROUP BY session_key HAVING bool_and(is_known)

-- table: came_out
-- Every card known to have come out of a pack. pack: the shoe, in stud the hand; idx: its order in the hand (NULL:
-- not known). In stud only what was dealt before anybody chose to play on.
SELECT c.session_key, c.hand_key, c.shoe_key AS pack, z.decks, c.idx, c.rank, c.suit
FROM chk.cards AS c JOIN log.shoes AS z USING (shoe_key)
JOIN log.sessions AS s ON s.session_key = c.session_key
WHERE s.game <> 'stud7'
UNION ALL
SELECT h.session_key, h.hand_key, h.shoe_key, z.decks, NULL, strpos('A23456789TJQK', card[1]), strpos('SHDC', card[2])
FROM (
    SELECT session_key, hand_key, shoe_key,
        unnest(string_split(trim(coalesce(punto_cards, '') || ' ' || coalesce(banca_cards, '')), ' ')) AS card
    FROM log.hands WHERE hand_key NOT IN (SELECT hand_key FROM chk.cards)
) AS h
JOIN log.shoes AS z USING (shoe_key)
JOIN log.sessions AS s ON s.session_key = h.session_key
WHERE s.game <> 'stud7' AND card <> ''
UNION ALL
SELECT c.session_key, c.hand_key, c.hand_key, 1, CASE WHEN w.session_key IS NOT NULL THEN c.idx END, c.rank, c.suit
FROM chk.stud_cards AS c LEFT JOIN chk.whole_deals AS w USING (session_key)
WHERE CASE WHEN w.session_key IS NOT NULL THEN c.nth <= 3 ELSE c.side = 1 AND c.nth_of_side = 1 END

-- table: pack_faces
-- How often each card came out of each pack.
SELECT pack, decks, rank, suit, any_value(session_key) AS session_key, count(*) AS copies
FROM chk.came_out WHERE rank > 0 AND decks > 0
GROUP BY pack, decks, rank, suit

-- table: packs
-- One row for each pack: the cards seen of it, and the share of its chance that is left (the finite
-- population correction; 0 where all of it came out).
SELECT pack, decks, any_value(session_key) AS session_key, sum(copies)::BIGINT AS cards,
    greatest(0, (52 * decks - sum(copies)) / (52 * decks - 1))::DOUBLE AS room
FROM chk.pack_faces GROUP BY pack, decks

-- table: card_ranks
-- How often each rank came out at each table, and how much of that is left to chance (spread).
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, c.rank::VARCHAR AS outcome,
    sum(c.copies)::BIGINT AS seen, sum(c.copies * p.room) AS spread
FROM chk.pack_faces AS c JOIN chk.packs AS p USING (pack) JOIN log.sessions AS s ON s.session_key = c.session_key
GROUP BY ALL

-- table: card_suits
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, 'SHDC'[c.suit] AS outcome,
    sum(c.copies)::BIGINT AS seen, sum(c.copies * p.room) AS spread
FROM chk.pack_faces AS c JOIN chk.packs AS p USING (pack) JOIN log.sessions AS s ON s.session_key = c.session_key
GROUP BY ALL

-- table: neighbours
-- The cards that came out right after another of their pack, both seen: at each table, by each of its dealers.
-- alike: of the same rank; follows: as in a new deck, the next rank of the suit, up or down.
WITH stepped AS (
    SELECT session_key, hand_key, decks, rank, suit, lag(rank) OVER w AS rank_before, lag(suit) OVER w AS suit_before
    FROM chk.came_out WHERE idx IS NOT NULL AND decks > 0
    WINDOW w AS (PARTITION BY pack ORDER BY hand_key, idx)
)
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, coalesce(h.dealer_id, '') AS dealer_id, t.decks,
    count(*) AS n, count(*) FILTER (rank = rank_before) AS alike,
    count(*) FILTER (suit = suit_before AND abs(rank - rank_before) = 1) AS follows
FROM stepped AS t JOIN log.hands AS h USING (hand_key)
JOIN log.sessions AS s ON s.session_key = t.session_key
WHERE rank > 0 AND rank_before > 0
GROUP BY ALL

-- table: rank_repeats
-- Cards of the rank of the card before, and how many chance gives: of 52d - 1 others, 4d - 1 are alike.
SELECT casino_id, table_id, '' AS part, sum(n)::BIGINT AS n, sum(alike)::DOUBLE AS observed,
    sum(n * chance) AS expected, sum(n * chance * (1 - chance)) AS variance
FROM (SELECT *, (4 * decks - 1) / (52 * decks - 1)::DOUBLE AS chance FROM chk.neighbours)
GROUP BY ALL

-- table: factory_order
-- Cards that follow as in a new deck, and how many chance gives: 96 of the 52 x 52 ordered pairs do.
SELECT casino_id, table_id, CASE WHEN grouping(dealer_id) = 1 THEN '' ELSE dealer_id END AS part,
    sum(n)::BIGINT AS n, sum(follows)::DOUBLE AS observed,
    sum(n * 96 / 52.0 * decks / (52 * decks - 1))::DOUBLE AS expected
FROM chk.neighbours
GROUP BY GROUPING SETS ((casino_id, table_id), (casino_id, table_id, dealer_id))
HAVING grouping(dealer_id) = 1 OR dealer_id <> ''

-- table: shoe_faces
-- One row for each number of cards out and of each rank (1 ace to 13 king) among them: how many shoes had it so,
-- one of them, and whether a card came out of it more often than it has decks.
WITH ranks AS (SELECT unnest(range(1, 14)) AS rank),
seen AS (
    SELECT pack, rank, sum(copies)::BIGINT AS seen, max(copies) AS most FROM chk.pack_faces GROUP BY pack, rank
)
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, p.decks, p.cards, r.rank,
    coalesce(n.seen, 0) AS of_rank, coalesce(n.most, 0) > p.decks OR p.cards > 52 * p.decks AS too_many, count(*) AS n,
    min(s.session_id || ' · ' || z.shoe_id) AS place
FROM chk.packs AS p CROSS JOIN ranks AS r JOIN log.shoes AS z ON z.shoe_key = p.pack
JOIN log.sessions AS s ON s.session_key = p.session_key
LEFT JOIN seen AS n ON n.pack = p.pack AND n.rank = r.rank
WHERE s.game <> 'stud7'
GROUP BY ALL

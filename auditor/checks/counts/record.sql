-- What the record itself says, counted so that the counts of several batches can be added up. Each step tells
-- whether something is at fault (NULL: not known); n: how many are known, whole: how many there are.

-- table: number_steps
-- Each shoe that has one before it in its session, each hand with cards: whether the numbers leave one out.
SELECT session_key, shoe_id AS subject, CASE WHEN shoes_complete THEN step <> 1 END AS is_fault
FROM (
    SELECT s.shoes_complete, z.session_key, z.shoe_id, z.shoe_no - lag(z.shoe_no) OVER w AS step, lag(z.shoe_key) OVER w AS before
    FROM log.shoes AS z JOIN log.sessions AS s USING (session_key)
    WINDOW w AS (PARTITION BY z.session_key ORDER BY z.shoe_key)
)
WHERE before IS NOT NULL
UNION ALL
SELECT h.session_key, any_value(h.hand_id), CASE WHEN bool_and(h.cards_complete) THEN max(c.idx) - min(c.idx) + 1 <> count(*) END
FROM chk.cards AS c JOIN log.hands AS h USING (hand_key)
GROUP BY h.session_key, h.hand_key

-- table: number_gaps
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, count(*) AS whole, count(is_fault) AS n,
    count(*) FILTER (is_fault) AS faults, min(s.session_id || ' · ' || subject) FILTER (is_fault) AS place
FROM chk.number_steps JOIN log.sessions AS s USING (session_key) GROUP BY ALL

-- table: card_clock
-- Each card that has one before it in its hand: whether its time is before that one's.
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, count(*) AS whole, count(is_fault) AS n,
    count(*) FILTER (is_fault) AS faults, min(s.session_id || ' · ' || h.hand_id) FILTER (is_fault) AS place
FROM (
    SELECT hand_key, happened_at < lag(happened_at) OVER w AS is_fault, lag(idx) OVER w AS before
    FROM chk.cards WINDOW w AS (PARTITION BY hand_key ORDER BY idx)
) JOIN log.hands AS h USING (hand_key) JOIN log.sessions AS s USING (session_key)
WHERE before IS NOT NULL GROUP BY ALL

-- table: table_hours
-- Each hand: whether it starts before its table opened or after it closed.
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, count(*) AS whole, count(is_fault) AS n,
    count(*) FILTER (is_fault) AS faults, min(s.session_id || ' · ' || hand_id) FILTER (is_fault) AS place
FROM (
    SELECT h.session_key, h.hand_id, h.started_at < o.opened_at OR h.started_at > o.closed_at AS is_fault
    FROM log.hands AS h JOIN log.sessions AS o USING (session_key)
) JOIN log.sessions AS s USING (session_key) GROUP BY ALL

-- table: hand_lengths
-- Each hand: the seconds that it lasted at most by its clock (a session whose times never tell the seconds is
-- timed to the minute), and those that it needs: half of one for each card, one for each throw.
WITH clocks AS (
    SELECT session_key, CASE WHEN bool_and(second(started_at) = 0 AND second(ended_at) = 0) THEN 60 ELSE 1 END AS tick
    FROM log.hands GROUP BY session_key
),
dealt AS (
    SELECT hand_key, 0.5 * count(*) AS needed FROM chk.cards GROUP BY hand_key
),
thrown AS (
    SELECT hand_key, count(*) AS needed FROM log.rolls GROUP BY hand_key
)
SELECT h.session_key, h.hand_id,
    CASE WHEN h.ended_at >= h.started_at THEN epoch(h.ended_at) - epoch(h.started_at) + k.tick END AS seconds,
    coalesce(c.needed, r.needed, (length(h.punto_cards) + length(h.banca_cards) + 2) // 3 * 0.5) AS needed
FROM log.hands AS h JOIN clocks AS k USING (session_key) LEFT JOIN dealt AS c USING (hand_key)
LEFT JOIN thrown AS r USING (hand_key)

-- table: too_fast
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, count(*) AS whole, count(seconds < needed) AS n,
    count(*) FILTER (seconds < needed) AS faults, min(s.session_id || ' · ' || hand_id) FILTER (seconds < needed) AS place
FROM chk.hand_lengths JOIN log.sessions AS s USING (session_key) GROUP BY ALL

-- table: contents
-- Each hand of a card game: a number made of all its cards in order (NULL: not all known). series: its shoe, else
-- its session.
WITH listed AS (
    SELECT hand_key, bit_xor(hash(idx, rank, suit)) AS content, count(*) AS cards, min(rank) > 0 AS are_seen
    FROM chk.cards GROUP BY hand_key
)
SELECT session_key, hand_key, hand_id, series, content
FROM (
    SELECT h.session_key, h.hand_key, h.hand_id, coalesce(h.shoe_key, -h.session_key) AS series,
        CASE WHEN l.hand_key IS NULL THEN hash(h.punto_cards || h.banca_cards)
            WHEN l.are_seen AND l.cards > 3 THEN l.content END AS content
    FROM log.hands AS h JOIN log.sessions AS s USING (session_key) LEFT JOIN listed AS l USING (hand_key)
    WHERE s.game <> 'bling_bling'
)

-- table: blocks
-- Two hands of a shoe after another, or eight throws of a night, as one number (NULL: not all known): at least
-- eight cards, which chance does not repeat. A throw that is not known is like no other.
SELECT session_key, hand_key, hand_id, series,
    CASE WHEN content IS NOT NULL AND next_content IS NOT NULL THEN hash(content, next_content) END AS block
FROM (
    SELECT *, lead(content) OVER w AS next_content, lead(hand_key) OVER w AS next_key
    FROM chk.contents WINDOW w AS (PARTITION BY series ORDER BY hand_key)
)
WHERE next_key IS NOT NULL
UNION ALL
SELECT session_key, hand_key, hand_id, session_key,
    hash(dice, lead(dice) OVER w, lead(dice, 2) OVER w, lead(dice, 3) OVER w, lead(dice, 4) OVER w,
        lead(dice, 5) OVER w, lead(dice, 6) OVER w, lead(dice, 7) OVER w)
FROM (
    SELECT r.session_key, r.hand_key, r.roll_key, h.hand_id, coalesce(100 * r.d1 + 10 * r.d2 + r.d3, -r.roll_key) AS dice
    FROM log.rolls AS r JOIN log.hands AS h USING (hand_key)
)
WINDOW w AS (PARTITION BY session_key ORDER BY roll_key)
QUALIFY lead(dice, 7) OVER w IS NOT NULL

-- table: copies
-- Each shoe or night of such stretches: how many stood in the session before (faults), and its mark, the smallest
-- of them, which a copy of all of it has too, wherever it lies.
WITH ranked AS (
    SELECT *, block IS NOT NULL AND row_number() OVER (PARTITION BY session_key, block ORDER BY hand_key) > 1 AS is_repeated
    FROM chk.blocks
)
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, count(*) AS whole, count(block) AS n,
    count(*) FILTER (is_repeated) AS faults, min(block)::VARCHAR AS mark,
    s.session_id || ' · ' || coalesce(min(hand_id) FILTER (is_repeated), min(hand_id)) AS place
FROM ranked AS r JOIN log.sessions AS s USING (session_key)
GROUP BY s.casino_id, s.table_id, s.session_id, r.series

-- table: chips_kept
-- Each hand of stud: whether the seats end with more than they began with together (NULL where what one of them
-- began or ended with is not noted). Chips may leave the table, none may appear.
WITH stacks AS (
    SELECT hand_key, seat, sum(amount) FILTER (type = 'stack') AS before, sum(amount) FILTER (type = 'stack_after') AS after
    FROM log.events WHERE type IN ('stack', 'stack_after') AND hand_key IS NOT NULL GROUP BY ALL
),
tables AS (
    SELECT hand_key, CASE WHEN count(*) = count(before) AND count(*) = count(after) THEN sum(after) > sum(before) END AS grew
    FROM stacks GROUP BY hand_key
)
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, count(*) AS whole,
    count(grew) FILTER (h.events_complete) AS n, count(*) FILTER (grew AND h.events_complete) AS faults,
    min(s.session_id || ' · ' || h.hand_id) FILTER (grew AND h.events_complete) AS place
FROM log.hands AS h LEFT JOIN tables USING (hand_key) JOIN log.sessions AS s USING (session_key)
GROUP BY ALL

-- table: cards_kept
-- Each shoe: whether more cards came out of it than its decks have, those burned unseen included.
WITH burned AS (
    SELECT shoe_key, sum(count) AS cards FROM log.events WHERE type = 'burn' AND shoe_key IS NOT NULL GROUP BY shoe_key
),
shown AS (
    SELECT shoe_key, count(*) FILTER (is_burned) AS burned, count(*) FILTER (NOT is_burned) AS dealt
    FROM chk.cards WHERE shoe_key IS NOT NULL GROUP BY shoe_key
),
kept AS (
    SELECT z.session_key, z.shoe_id, c.dealt + greatest(c.burned, coalesce(b.cards, 0)) > 52 * z.decks AS is_fault
    FROM log.shoes AS z LEFT JOIN shown AS c USING (shoe_key) LEFT JOIN burned AS b USING (shoe_key)
)
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, count(*) AS whole, count(is_fault) AS n,
    count(*) FILTER (is_fault) AS faults, min(s.session_id || ' · ' || shoe_id) FILTER (is_fault) AS place
FROM kept JOIN log.sessions AS s USING (session_key) GROUP BY ALL

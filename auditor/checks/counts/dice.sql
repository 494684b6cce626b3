-- What the dice showed, counted so that the counts of several batches can be added up.

-- table: throws
-- One row for each throw whose three dice are known, in the order of the session.
-- high: the three dice add up to 11 or more, which half of all throws do.
SELECT r.session_key, r.roll_key, s.casino_id, coalesce(s.table_id, '') AS table_id,
    coalesce(h.dealer_id, '') AS dealer_id, r.d1, r.d2, r.d3, r.d1 + r.d2 + r.d3 > 10 AS high,
    CASE WHEN r.d1 + r.d2 + r.d3 <= 7 THEN 1 WHEN r.d1 + r.d2 + r.d3 <= 9 THEN 2
        WHEN r.d1 + r.d2 + r.d3 = 10 THEN 3 WHEN r.d1 + r.d2 + r.d3 = 11 THEN 4
        WHEN r.d1 + r.d2 + r.d3 <= 13 THEN 5 ELSE 6 END AS total_class,
    row_number() OVER (PARTITION BY r.session_key ORDER BY r.roll_key) - 1 AS place
FROM log.rolls AS r JOIN log.hands AS h USING (hand_key)
JOIN log.sessions AS s ON s.session_key = r.session_key
WHERE r.d1 BETWEEN 1 AND 6 AND r.d2 BETWEEN 1 AND 6 AND r.d3 BETWEEN 1 AND 6

-- table: dice_faces
-- How often each face was up, at each table and by each of its dealers (part; empty for the table).
SELECT casino_id, table_id, CASE WHEN grouping(dealer_id) = 1 THEN '' ELSE dealer_id END AS part,
    face::VARCHAR AS outcome, count(*) AS seen, count(*)::DOUBLE AS spread
FROM (SELECT casino_id, table_id, dealer_id, unnest([d1, d2, d3]) AS face FROM chk.throws)
GROUP BY GROUPING SETS ((casino_id, table_id, face), (casino_id, table_id, dealer_id, face))
HAVING grouping(dealer_id) = 1 OR dealer_id <> ''

-- table: dice_kinds
-- How often the three dice were alike, two of them, or none, at each table.
SELECT casino_id, table_id, '' AS part, (CASE WHEN d1 = d2 AND d2 = d3 THEN 'triple'
    WHEN d1 = d2 OR d2 = d3 OR d1 = d3 THEN 'pair' ELSE 'distinct' END) AS outcome,
    count(*) AS seen, count(*)::DOUBLE AS spread
FROM chk.throws GROUP BY ALL

-- table: dice_pairs
-- How often one class of total came after another, over pairs of throws that do not overlap.
SELECT casino_id, table_id, '' AS part, outcome, count(*) AS seen, count(*)::DOUBLE AS spread
FROM (
    SELECT casino_id, table_id, max(total_class) FILTER (place % 2 = 0)::VARCHAR || '-'
        || max(total_class) FILTER (place % 2 = 1)::VARCHAR AS outcome
    FROM chk.throws GROUP BY casino_id, table_id, session_key, place // 2
)
WHERE outcome IS NOT NULL
GROUP BY ALL

-- table: dice_runs
-- Runs of high and of low totals, with the number and variance that chance gives; night by night, then added.
WITH stepped AS (
    SELECT casino_id, table_id, session_key, high,
        high IS DISTINCT FROM lag(high) OVER (PARTITION BY session_key ORDER BY roll_key) AS begins
    FROM chk.throws
),
nights AS (
    SELECT casino_id, table_id, count(*)::DOUBLE AS n, (count(*) FILTER (begins))::DOUBLE AS runs,
        1 + 2.0::DOUBLE * count(*) FILTER (high) * count(*) FILTER (NOT high) / count(*) AS expected
    FROM stepped GROUP BY casino_id, table_id, session_key
    HAVING count(*) > 1
)
SELECT casino_id, table_id, '' AS part, sum(n)::BIGINT AS n, sum(runs) AS observed, sum(expected) AS expected,
    sum((expected - 1) * (expected - 2) / (n - 1)) AS variance
FROM nights GROUP BY ALL

-- table: sitting
-- One row for each time that a player took a seat at a table of bacará: from when to when he had it (until
-- that seat's next event, else until the session closed), and whether no event can be missing between.
WITH spans AS (
    SELECT session_key, type, player_id, holes, happened_at AS from_at,
        lead({'at': happened_at, 'holes': holes}) OVER (PARTITION BY session_key, seat ORDER BY event_key) AS ended
    FROM fact.seat_change WHERE seat IS NOT NULL
)
SELECT o.casino_id, o.part_date, s.session_key, o.table_id, s.player_id, s.from_at,
    CASE WHEN s.ended IS NOT NULL THEN s.ended.at ELSE coalesce(o.closed_at, o.last_at) END AS to_at,
    o.events_complete AND CASE WHEN s.ended IS NOT NULL THEN s.ended.holes ELSE o.all_holes END = s.holes AS is_certain
FROM spans AS s JOIN fact.session_order AS o USING (session_key)
WHERE s.type = 'seat_taken'

-- table: session_elsewhere
-- The sessions at tables of other games in those casinos on those dates, on dates without a lost event.
WITH days AS (
    SELECT DISTINCT casino_id, part_date FROM fact.session_order
)
SELECT s.casino_id, s.part_date, s.session_id, s.table_id, s.closed_at
FROM raw.sessions AS s JOIN days USING (casino_id, part_date)
WHERE s.game <> 'bacara' AND NOT EXISTS (
    SELECT 1 FROM raw.lost AS l WHERE l."table" = 'events'
        AND coalesce(l.casino_id = s.casino_id, true) AND coalesce(l.gaming_date = s.part_date, true))

-- table: sitting_elsewhere
-- As sitting, at those tables; only of sessions whose events are numbered without a hole.
WITH told AS (
    SELECT o.casino_id, o.part_date, o.session_id, o.table_id, o.closed_at, e.type, e.player_id, e.seat, e.seq, e."at"
    FROM fact.session_elsewhere AS o JOIN raw.events AS e USING (casino_id, part_date, session_id)
),
whole AS (
    SELECT casino_id, part_date, session_id, coalesce(max(closed_at), max("at")) AS closed_at
    FROM told GROUP BY casino_id, part_date, session_id HAVING max(seq) - min(seq) + 1 = count(*)
),
spans AS (
    SELECT t.casino_id, t.part_date, t.table_id, w.closed_at, t.type, t.player_id, t."at" AS from_at,
        lead({'at': t."at"}) OVER (PARTITION BY t.casino_id, t.part_date, t.session_id, t.seat ORDER BY t.seq) AS ended
    FROM told AS t JOIN whole AS w USING (casino_id, part_date, session_id)
    WHERE t.type IN ('seat_taken', 'seat_left') AND t.seat IS NOT NULL
)
SELECT casino_id, part_date, table_id, player_id, from_at,
    CASE WHEN ended IS NOT NULL THEN ended.at ELSE closed_at END AS to_at
FROM spans WHERE type = 'seat_taken'

-- table: double_sitting
-- One row for each session in which a player had a seat while he had one at another table too: the first
-- such time. Times that only touch do not overlap.
WITH everywhere AS (
    SELECT casino_id, part_date, session_key, table_id, player_id, from_at, to_at FROM fact.sitting
    WHERE is_certain
    UNION ALL
    SELECT casino_id, part_date, NULL, table_id, player_id, from_at, to_at FROM fact.sitting_elsewhere
),
several AS (
    SELECT casino_id, part_date, player_id FROM everywhere WHERE player_id IS NOT NULL
    GROUP BY casino_id, part_date, player_id HAVING min(table_id) <> max(table_id)
),
seen AS (
    SELECT e.* FROM everywhere AS e JOIN several USING (casino_id, part_date, player_id)
)
SELECT a.session_key, min({'at': greatest(a.from_at, b.from_at), 'player_id': a.player_id, 'table_id': b.table_id}) AS twice
FROM seen AS a JOIN seen AS b USING (casino_id, part_date, player_id)
WHERE a.session_key IS NOT NULL AND a.table_id <> b.table_id AND a.from_at < b.to_at AND b.from_at < a.to_at
GROUP BY a.session_key

-- table: seat_habit
-- One row for each session that logs seats: whether each of these events tells player, seat and time.
SELECT session_key, bool_and(player_id IS NOT NULL AND seat IS NOT NULL AND happened_at IS NOT NULL) AS is_told
FROM fact.seat_said
WHERE type <> 'seat_reserved'
GROUP BY session_key

-- table: day_of_seats
-- One row for each casino and date: whether every table of bacará logs its seats whole, with players and times.
SELECT o.casino_id, o.part_date, bool_and(o.records_seats AND o.events_complete AND o.all_holes = 0 AND o.begins_whole
    AND coalesce(s.is_told, true)) AS seats_are_known
FROM fact.session_order AS o LEFT JOIN fact.seat_habit AS s USING (session_key)
GROUP BY o.casino_id, o.part_date

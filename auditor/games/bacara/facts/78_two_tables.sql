-- table: sitting
-- One row for each time that a player took a seat at a table of bacará: from when to when he had it (until
-- that seat's next event, else until the session closed), and whether no event can be missing between. Where
-- the session does not tell when it closed, it was not before its last event (to_at); to_at_most: no end is known.
WITH spans AS (
    SELECT session_key, type, player_id, holes, happened_at AS from_at,
        lead({'at': happened_at, 'holes': holes}) OVER (PARTITION BY session_key, seat ORDER BY event_key) AS ended
    FROM fact.seat_change WHERE seat IS NOT NULL
)
SELECT o.casino_id, o.part_date, s.session_key, o.table_id, s.player_id, s.from_at,
    CASE WHEN s.ended IS NOT NULL THEN s.ended.at ELSE coalesce(o.closed_at, o.last_at) END AS to_at,
    CASE WHEN s.ended IS NOT NULL THEN s.ended.at ELSE coalesce(o.closed_at, 'infinity'::TIMESTAMPTZ) END AS to_at_most,
    o.events_complete AND CASE WHEN s.ended IS NOT NULL THEN s.ended.holes ELSE o.all_holes END = s.holes AS is_certain
FROM spans AS s JOIN fact.session_order AS o USING (session_key)
WHERE s.type = 'seat_taken'

-- table: session_elsewhere
-- The sessions at tables of other games in those casinos on those dates; is_whole: their events are numbered
-- from the first without a hole and none was lost, they keep the seats, and each tells who, when and where.
WITH days AS (
    SELECT DISTINCT casino_id, part_date FROM fact.session_order
),
told AS (
    SELECT casino_id, part_date, session_id, max("at") AS last_at,
        min(seq) <= 1 AND max(seq) - min(seq) + 1 = count(*) AS has_no_hole,
        bool_or(type IN ('seat_taken', 'seat_left', 'seat_reserved', 'waitlist_joined', 'waitlist_left')) AS tells_seats,
        bool_and(type NOT IN ('seat_taken', 'seat_left', 'seat_reserved') OR (player_id IS NOT NULL AND "at" IS NOT NULL
            AND (seat IS NOT NULL OR type <> 'seat_taken'))) AS seats_are_told
    FROM raw.events WHERE (casino_id, part_date) IN (SELECT (casino_id, part_date) FROM days)
    GROUP BY casino_id, part_date, session_id
)
SELECT s.casino_id, s.part_date, s.session_id, s.table_id, s.closed_at, t.last_at,
    coalesce(t.has_no_hole AND t.seats_are_told AND (t.tells_seats OR list_contains(string_split(s.recorded, ' '), 'seats'))
        AND NOT EXISTS (
            FROM raw.lost AS l WHERE l."table" = 'events'
                AND coalesce(l.casino_id = s.casino_id, true) AND coalesce(l.gaming_date = s.part_date, true)
        ), false) AS is_whole
FROM raw.sessions AS s JOIN days USING (casino_id, part_date)
LEFT JOIN told AS t USING (casino_id, part_date, session_id)
WHERE s.game <> 'bacara'

-- table: sitting_elsewhere
-- As sitting, at those tables that are whole: until the next event of that seat, or of that player's.
WITH told AS (
    SELECT o.casino_id, o.part_date, o.table_id, o.closed_at, o.last_at, e.type, e.player_id, e."at" AS from_at,
        lead(e."at") OVER (PARTITION BY o.casino_id, o.part_date, o.session_id, e.seat ORDER BY e.seq) AS seat_ended_at,
        lead(e."at") OVER (PARTITION BY o.casino_id, o.part_date, o.session_id, e.player_id ORDER BY e.seq) AS player_went_at
    FROM fact.session_elsewhere AS o JOIN raw.events AS e USING (casino_id, part_date, session_id)
    WHERE o.is_whole AND e.type IN ('seat_taken', 'seat_left', 'seat_reserved')
)
SELECT casino_id, part_date, table_id, player_id, from_at,
    coalesce(least(seat_ended_at, player_went_at), closed_at, last_at) AS to_at,
    coalesce(least(seat_ended_at, player_went_at), closed_at, 'infinity'::TIMESTAMPTZ) AS to_at_most
FROM told WHERE type = 'seat_taken'

-- table: double_sitting
-- One row for each session in which a player had, or may have had, a seat while he had one at another table
-- too (twice: the first time that he surely had, NULL: never). Times that only touch do not overlap.
WITH everywhere AS (
    SELECT casino_id, part_date, session_key, table_id, player_id, from_at, to_at, to_at_most FROM fact.sitting
    WHERE is_certain
    UNION ALL
    SELECT casino_id, part_date, NULL, table_id, player_id, from_at, to_at, to_at_most FROM fact.sitting_elsewhere
),
several AS (
    SELECT casino_id, part_date, player_id FROM everywhere WHERE player_id IS NOT NULL
    GROUP BY casino_id, part_date, player_id HAVING min(table_id) <> max(table_id)
),
seen AS (
    SELECT e.* FROM everywhere AS e JOIN several USING (casino_id, part_date, player_id)
)
SELECT a.session_key, min({'at': greatest(a.from_at, b.from_at), 'player_id': a.player_id, 'table_id': b.table_id})
    FILTER (a.from_at < b.to_at AND b.from_at < a.to_at) AS twice
FROM seen AS a JOIN seen AS b USING (casino_id, part_date, player_id)
WHERE a.session_key IS NOT NULL AND a.table_id <> b.table_id
    AND a.from_at < b.to_at_most AND b.from_at < a.to_at_most
GROUP BY a.session_key

-- table: seat_habit
-- One row for each session that logs seats: whether each of these events tells player, seat and time.
SELECT session_key, bool_and(player_id IS NOT NULL AND seat IS NOT NULL AND happened_at IS NOT NULL) AS is_told
FROM fact.seat_said
WHERE type <> 'seat_reserved'
GROUP BY session_key

-- table: day_of_seats
-- One row for each casino and date: whether every table logs its seats whole, with players and times.
WITH elsewhere AS (
    SELECT casino_id, part_date, bool_and(is_whole) AS are_whole FROM fact.session_elsewhere GROUP BY casino_id, part_date
)
SELECT o.casino_id, o.part_date, coalesce(any_value(w.are_whole), true) AND bool_and(o.records_seats AND o.events_complete AND o.all_holes = 0 AND o.begins_whole
    AND coalesce(s.is_told, true)) AS seats_are_known
FROM fact.session_order AS o LEFT JOIN fact.seat_habit AS s USING (session_key)
LEFT JOIN elsewhere AS w ON w.casino_id = o.casino_id AND w.part_date = o.part_date
GROUP BY o.casino_id, o.part_date

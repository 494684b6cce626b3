-- table: seat_of_absent
-- One row for each player who was absent when the bank came to him: who next took his seat (NULL: nobody).
SELECT m.event_key, m.session_key, m.seat, m.holes, min({'event_key': c.event_key, 'player_id': c.player_id,
    'holes': c.holes}) FILTER (c.event_key IS NOT NULL) AS taken
FROM fact.must_leave AS m
LEFT JOIN fact.seat_change AS c ON c.session_key = m.session_key AND c.seat = m.seat AND c.event_key > m.event_key
    AND c.type = 'seat_taken' AND coalesce(c.player_id <> m.player_id, true)
WHERE m.type = 'bank_absent'
GROUP BY m.event_key, m.session_key, m.seat, m.holes

-- table: waiting_entry
-- One row for each entry in a table's waiting list: until when it stood there (number of the event by which
-- its player left the list or took a seat; NULL: until the end).
SELECT j.event_key, j.session_key, j.player_id,
    min(e.event_key) FILTER (e.type = 'seat_taken') AS seated_by, min(e.event_key) AS closed_by
FROM log.events AS j
LEFT JOIN log.events AS e ON e.session_key = j.session_key AND e.player_id = j.player_id
    AND e.event_key > j.event_key AND e.type IN ('waitlist_left', 'seat_taken')
WHERE j.type = 'waitlist_joined'
GROUP BY j.event_key, j.session_key, j.player_id

-- table: unnamed_waiting
-- The sessions with an event of the waiting list that does not tell its player.
SELECT DISTINCT session_key FROM log.events WHERE type LIKE 'waitlist%' AND player_id IS NULL

-- table: seat_heir
-- One row for each absent player whose seat was taken again: how many waiting players came before the one
-- who took it (NULL: the log does not tell), and who was first. He who was on the list counts by his entry.
WITH own AS (
    SELECT s.event_key, max(w.event_key) AS entered
    FROM fact.seat_of_absent AS s
    JOIN fact.waiting_entry AS w ON w.session_key = s.session_key AND w.player_id = s.taken.player_id
        AND w.event_key < s.taken.event_key AND w.seated_by >= s.taken.event_key
    GROUP BY s.event_key
),
ahead AS (
    SELECT s.event_key, count(*) AS ahead, arg_min(w.player_id, w.event_key) AS first_waiting_id
    FROM fact.seat_of_absent AS s LEFT JOIN own AS o USING (event_key)
    JOIN fact.waiting_entry AS w ON w.session_key = s.session_key AND w.player_id <> s.taken.player_id
        AND w.event_key < coalesce(o.entered, s.taken.event_key)
        AND coalesce(w.closed_by, s.taken.event_key) >= s.taken.event_key
    GROUP BY s.event_key
)
SELECT s.event_key,
    CASE WHEN s.taken IS NOT NULL THEN true WHEN o.events_complete AND o.records_seats AND o.all_holes = s.holes AND s.seat IS NOT NULL
        THEN false
        END AS seat_was_taken_again, s.taken.player_id AS heir_id, a.first_waiting_id,
    CASE WHEN s.taken.player_id IS NULL OR u.session_key IS NOT NULL OR s.taken.holes <> s.holes THEN NULL
        WHEN w.entered IS NULL AND NOT (o.begins_whole AND s.taken.holes = 0) THEN NULL
        WHEN o.events_complete AND (a.ahead > 0 OR o.begins_whole) THEN coalesce(a.ahead, 0) END AS waiting_ahead
FROM fact.seat_of_absent AS s JOIN fact.session_order AS o USING (session_key)
LEFT JOIN ahead AS a USING (event_key)
LEFT JOIN own AS w USING (event_key)
LEFT JOIN fact.unnamed_waiting AS u ON u.session_key = s.session_key

-- table: error_event
-- One row for each error detected or corrected, numbered within its round; hand_id NULL where not told.
SELECT e.event_key, e.session_key, e.hand_id, e.happened_at, e.type = 'error_detected' AS is_detected,
    row_number() OVER (PARTITION BY e.session_key, e.hand_id, e.type ORDER BY e.event_key) AS number_in_round
FROM log.events AS e
WHERE e.type IN ('error_detected', 'error_corrected')

-- table: correction
-- One row for each error detected: the n-th of a round goes with the n-th correction in that round.
-- error_was_corrected is false only where the log keeps such events, whole, each with its round.
WITH unplaced AS (
    SELECT DISTINCT session_key
    FROM fact.error_event
    WHERE NOT is_detected AND hand_id IS NULL
),
paired AS (
    SELECT d.event_key, d.hand_id IS NOT NULL AND u.session_key IS NULL AS are_placed,
        c.event_key > d.event_key AS is_found, s.records_play AND s.events_complete AS is_whole,
        epoch_ms(c.happened_at) - epoch_ms(d.happened_at) AS lapse
    FROM fact.error_event AS d
    JOIN log.sessions AS s USING (session_key)
    LEFT JOIN fact.error_event AS c
        ON c.session_key = d.session_key AND c.hand_id = d.hand_id
        AND c.number_in_round = d.number_in_round AND NOT c.is_detected
    LEFT JOIN unplaced AS u ON u.session_key = d.session_key
    WHERE d.is_detected
)
SELECT event_key,
    CASE WHEN NOT are_placed OR NOT is_whole THEN NULL ELSE coalesce(is_found, false) END AS error_was_corrected,
    CASE WHEN are_placed AND is_whole AND is_found THEN lapse // 1000 END AS seconds_to_correction
FROM paired

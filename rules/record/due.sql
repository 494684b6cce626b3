-- table: hand_order
-- One row for each session with hands: how its hands follow one another by number and by the clock.
-- *_breaks, overlaps, reversals: how many, NULL where a hand or a time is missing and none is seen;
-- first_*: the number of the first hand concerned.
WITH steps AS (
    SELECT session_key, hand_no, started_at, ended_at,
        hand_no - lag(hand_no) OVER in_order <> 1 AS is_break,
        started_at < max(ended_at) OVER earlier AS is_overlap,
        ended_at < started_at AS is_reversed
    FROM log.hands
    WINDOW in_order AS (PARTITION BY session_key ORDER BY hand_key),
        earlier AS (PARTITION BY session_key ORDER BY hand_key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
)
SELECT session_key, count(*) AS hands,
    count(*) FILTER (is_break) AS breaks, min(hand_no) FILTER (is_break) AS first_break,
    count(*) FILTER (is_overlap) AS overlaps, min(hand_no) FILTER (is_overlap) AS first_overlap,
    count(*) FILTER (is_reversed) AS reversals, min(hand_no) FILTER (is_reversed) AS first_reversal,
    count(*) = count(started_at) AND count(*) = count(ended_at) AS times_are_known
FROM steps
GROUP BY session_key

-- table: event_steps
-- One row for each session with events: how each follows the one just before it.
-- goes_back: one stands at an earlier time than that, so that the times of all are to be looked into.
SELECT session_key, count(*) AS events,
    count(*) FILTER (is_break) AS breaks, min(seq) FILTER (is_break) AS first_break,
    coalesce(bool_or(is_back), false) AS goes_back, count(*) = count(happened_at) AS times_are_known
FROM (
    SELECT session_key, seq, happened_at, seq - lag(seq) OVER in_order <> 1 AS is_break,
        happened_at < lag(happened_at) OVER in_order AS is_back
    FROM log.events
    WINDOW in_order AS (PARTITION BY session_key ORDER BY event_key)
)
GROUP BY session_key

-- table: event_order
-- One row for each session with events: how they follow one another, as for hands; first_*: event numbers.
WITH timed AS (
    SELECT session_key, seq, happened_at < max(happened_at) OVER earlier AS is_reversed
    FROM log.events
    WHERE session_key IN (SELECT session_key FROM due.event_steps WHERE goes_back OR NOT times_are_known)
    WINDOW earlier AS (PARTITION BY session_key ORDER BY event_key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
reversed AS (
    SELECT session_key, count(*) AS reversals, min(seq) AS first_reversal
    FROM timed
    WHERE is_reversed
    GROUP BY session_key
)
SELECT e.* EXCLUDE (goes_back), coalesce(r.reversals, 0) AS reversals, r.first_reversal
FROM due.event_steps AS e
LEFT JOIN reversed AS r USING (session_key)

-- table: session
-- One row for each session, with how its hands and events follow one another; has_*: more than one.
-- A number that comes twice is a break, whatever else may be missing.
SELECT f.*, coalesce(h.hands > 1, false) AS has_hands, coalesce(e.events > 1, false) AS has_events,
    CASE WHEN s.hands_complete OR a.session_key IS NOT NULL THEN h.breaks END AS hand_number_breaks, h.first_break AS first_hand_break,
    CASE WHEN h.overlaps > 0 OR (h.times_are_known AND s.hands_complete) THEN h.overlaps END AS hand_overlaps,
    h.first_overlap AS first_hand_overlap,
    CASE WHEN h.reversals > 0 OR (h.times_are_known AND s.hands_complete) THEN h.reversals END AS hand_reversals,
    h.first_reversal AS first_hand_reversal,
    CASE WHEN s.events_complete THEN e.breaks END AS event_number_breaks, e.first_break AS first_event_break,
    CASE WHEN e.reversals > 0 OR (e.times_are_known AND s.events_complete) THEN e.reversals END AS event_reversals,
    e.first_reversal AS first_event_reversal
FROM fact.session AS f
JOIN log.sessions AS s USING (session_key)
LEFT JOIN due.hand_order AS h USING (session_key)
LEFT JOIN log.numbered_again AS a ON a.session_key = s.session_key AND NOT a.are_timed
LEFT JOIN due.event_order AS e USING (session_key)

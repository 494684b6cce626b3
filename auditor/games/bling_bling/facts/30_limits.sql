-- table: limit_event
-- One row for each announcement or change of the limits: the limits that it tells, and what came before.
-- takes_effect: every change, and the first announcement where no change came before it.
-- changes_before: how many changes the session had seen; least, most: in the session's currency.
WITH told AS (
    SELECT e.event_key, e.session_key, e.hand_id, e.happened_at, e.type = 'limits_changed' AS is_change,
        regexp_extract(e.detail, '(?:^|\s)min\s*=\s*(\d+(?:\.\d+)?)', 1) AS least_text,
        regexp_extract(e.detail, '(?:^|\s)max\s*=\s*(\d+(?:\.\d+)?)', 1) AS most_text
    FROM log.events AS e
    WHERE e.type IN ('limits_announced', 'limits_changed')
)
SELECT event_key, session_key, hand_id, happened_at, is_change,
    coalesce(least_text || most_text, '') <> '' AS limits_are_told,
    try_cast(nullif(least_text, '') AS DECIMAL(18, 4)) AS least_bet,
    try_cast(nullif(most_text, '') AS DECIMAL(18, 4)) AS most_bet,
    count(*) FILTER (is_change) OVER earlier AS changes_before,
    is_change OR count(*) OVER earlier = 0 AS takes_effect
FROM told
WINDOW earlier AS (PARTITION BY session_key ORDER BY event_key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)

-- table: limits_of_session
-- One row for each session: its limits where they never change (NULL where they do, or may have: a log
-- that does not keep changes of limits does not show that there was none).
-- limits_are_timed: every moment from which limits held is in the log.
SELECT s.session_key,
    s.records_limits AND s.events_complete AND count(e.event_key) = count(e.happened_at) AS limits_are_timed,
    CASE WHEN s.records_limits AND s.events_complete AND count(e.event_key) = 0 THEN s.min_bet END AS only_least_bet,
    CASE WHEN s.records_limits AND s.events_complete AND count(e.event_key) = 0 THEN s.max_bet END AS only_most_bet
FROM log.sessions AS s
LEFT JOIN fact.limit_event AS e ON e.session_key = s.session_key AND e.takes_effect
GROUP BY s.session_key, s.records_limits, s.events_complete, s.min_bet, s.max_bet

-- table: limits_in_force
-- One row for each span of time in which the same limits held, from the opening on; the span begins at
-- from_at and ends before until_at. before_*: the limits just before it.
WITH began AS (
    SELECT s.session_key, TIMESTAMPTZ '-infinity' AS from_at, s.min_bet AS least_bet, s.max_bet AS most_bet
    FROM log.sessions AS s JOIN fact.limits_of_session AS t USING (session_key)
    WHERE t.limits_are_timed
    UNION ALL
    SELECT e.session_key, e.happened_at, last(e.least_bet ORDER BY e.event_key),
        last(e.most_bet ORDER BY e.event_key)
    FROM fact.limit_event AS e JOIN fact.limits_of_session AS t USING (session_key)
    WHERE e.takes_effect AND t.limits_are_timed
    GROUP BY e.session_key, e.happened_at
)
SELECT session_key, from_at, least_bet, most_bet,
    coalesce(lead(from_at) OVER in_time, TIMESTAMPTZ 'infinity') AS until_at,
    lag(least_bet) OVER in_time AS before_least_bet, lag(most_bet) OVER in_time AS before_most_bet
FROM began
WINDOW in_time AS (PARTITION BY session_key ORDER BY from_at)

-- table: limits_notice
-- One row for each change of the limits: whether they were announced to the players before, after the
-- change that came before it (both then saw as many changes). One of other limits is no notice of this.
WITH told AS (
    SELECT c.event_key, a.event_key IS NOT NULL AS is_notice,
        c.limits_are_told AND a.limits_are_told AS is_comparable,
        coalesce(a.least_bet = c.least_bet, true) AND coalesce(a.most_bet = c.most_bet, true) AS is_the_same
    FROM fact.limit_event AS c
    LEFT JOIN fact.limit_event AS a
        ON a.session_key = c.session_key AND a.changes_before = c.changes_before
        AND NOT a.is_change
    WHERE c.is_change
)
SELECT t.event_key,
    CASE WHEN bool_or(t.is_notice AND t.is_comparable AND t.is_the_same) THEN true
        WHEN s.events_complete AND NOT bool_or(t.is_notice AND NOT t.is_comparable) THEN false
        END AS notice_was_given
FROM told AS t JOIN log.events AS e USING (event_key) JOIN log.sessions AS s USING (session_key)
GROUP BY t.event_key, s.events_complete

-- table: limits_round
-- One row for each change of the limits: the round in which it fell, by its hand_id or by the clock.
-- is_inside_round: strictly between its start and its end; is_at_edge_or_inside: the edges too.
WITH clocked AS (
    SELECT c.event_key, c.hand_id IS NOT NULL AS names_round, h.hand_key,
        h.started_at < c.happened_at AND c.happened_at < h.ended_at AS inside,
        h.started_at <= c.happened_at AND c.happened_at <= h.ended_at AS inside_or_edge
    FROM fact.limit_event AS c LEFT JOIN log.hands AS h USING (session_key)
    WHERE c.is_change
),
placed AS (
    SELECT c.event_key, min(c.hand_key) FILTER (c.inside_or_edge) AS round_key,
        bool_or(c.names_round OR c.inside) AS inside, bool_or(c.names_round OR c.inside_or_edge) AS inside_or_edge,
        s.hands_complete AND count(c.hand_key) = count(c.inside_or_edge) AS rounds_are_known
    FROM clocked AS c JOIN log.events AS e USING (event_key) JOIN log.sessions AS s USING (session_key)
    GROUP BY c.event_key, s.hands_complete
)
SELECT event_key, round_key,
    CASE WHEN inside THEN true WHEN rounds_are_known THEN false END AS is_inside_round,
    CASE WHEN inside_or_edge THEN true WHEN rounds_are_known THEN false END AS is_inside_or_at_edge
FROM placed

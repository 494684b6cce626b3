-- view: session
-- One row for each session of a table.
SELECT session_id AS subject, session_key, NULL::BIGINT AS hand_key, NULL::BIGINT AS shoe_key,
    opened_at AS happened_at, NULL::VARCHAR AS player_id, source_name, source_sha256, source_record
FROM log.sessions

-- view: hand
-- One row for each round (from the spin of the wheel on): its throws and how it ended.
-- all_threw_and_tied, round_was_concluded: false and NULL for a round that one throw decided; NULL without throws.
SELECT h.hand_id AS subject, h.session_key, h.hand_key, NULL::BIGINT AS shoe_key, h.started_at AS happened_at,
    NULL::VARCHAR AS player_id, h.source_name, h.source_sha256, h.source_record,
    CASE WHEN h.rolls_complete THEN p.rolls END AS rolls,
    CASE WHEN e.hand_key IS NOT NULL THEN e.all_threw_and_tied
        WHEN h.rolls_complete AND p.hand_key IS NOT NULL THEN false END AS all_threw_and_tied,
    e.round_was_concluded
FROM log.hands AS h
LEFT JOIN fact.round_points AS p USING (hand_key)
LEFT JOIN fact.round_end AS e USING (hand_key)

-- view: roll
-- One row for each throw: its dice and points, whose turn it was, and the throw before it in the round.
-- Of a round that its only throw decided, what concerns turns is NULL, and round_is_open.
SELECT r.roll_id AS subject, r.session_key, r.hand_key, NULL::BIGINT AS shoe_key,
    s.happened_at, r.shooter_id AS player_id, r.source_name, r.source_sha256, r.source_record,
    r.seq AS roll_number, s.dice_are_possible, r.d1, r.d2, r.d3,
    coalesce(r.d1, r.d2, r.d3) IS NOT NULL AS dice_are_logged,
    coalesce(h.started_at, h.ended_at) IS NOT NULL AS round_is_timed,
    s.player_point, s.dealer_point,
    s.balance = 0 AS points_are_level, r.shooter_seat,
    CASE WHEN s.is_rethrow THEN true WHEN h.rolls_complete THEN false END AS is_rethrow,
    CASE WHEN s.seq < p.last_seq THEN true WHEN h.rolls_complete THEN false END AS is_followed,
    t.round_is_open, t.had_all_thrown, t.have_all_thrown, t.shooter_has_thrown, t.next_seat_up, t.next_seat_down,
    s.previous_seq AS previous_roll_number, s.previous_at_in_round, h.started_at, h.ended_at
FROM log.rolls AS r
JOIN fact.roll_seen AS s USING (roll_key)
JOIN log.hands AS h ON h.hand_key = r.hand_key
JOIN fact.round_points AS p ON p.hand_key = r.hand_key
LEFT JOIN fact.turn AS t ON t.roll_key = r.roll_key

-- view: event
-- One row for each event: of a change of limits, its notice and the round that it fell in; of an error
-- detected, its correction. hand_key: of a change, also the round that the clock tells.
SELECT s.session_id || '/' || e.seq::VARCHAR AS subject, e.session_key,
    coalesce(e.hand_key, l.round_key) AS hand_key, NULL::BIGINT AS shoe_key, e.happened_at, e.player_id,
    e.source_name, e.source_sha256, e.source_record,
    e.type AS event_type, e.detail,
    n.notice_was_given, l.is_inside_round, l.is_inside_or_at_edge,
    c.error_was_corrected, c.seconds_to_correction
FROM log.events AS e
JOIN log.sessions AS s USING (session_key)
LEFT JOIN fact.limits_notice AS n USING (event_key)
LEFT JOIN fact.limits_round AS l USING (event_key)
LEFT JOIN fact.correction AS c USING (event_key)

-- view: session
-- One row for each session: whether a player of it had a seat at another table of the casino at the same
-- time (two_tables_*: who, where else, since when; hand_key: the hand then being played).
SELECT s.session_id AS subject, s.session_key, h.hand_key, NULL::BIGINT AS shoe_key, s.opened_at AS happened_at,
    d.twice.player_id AS player_id, s.source_name, s.source_sha256, s.source_record,
    CASE WHEN d.twice IS NOT NULL THEN true WHEN d.session_key IS NULL AND k.seats_are_known THEN false END AS sits_at_two_tables,
    d.twice.player_id AS two_tables_player, d.twice.table_id AS two_tables_other, d.twice.at AS two_tables_at
FROM log.sessions AS s
LEFT JOIN fact.double_sitting AS d USING (session_key)
JOIN fact.day_of_seats AS k ON k.casino_id = s.casino_id AND k.part_date = s.part_date
ASOF LEFT JOIN log.hands AS h ON h.session_key = s.session_key AND h.ended_at >= d.twice.at

-- table: shoe
-- One row for each shoe: the steps of the dealer before its first hand, both cuts, and its cutter.
-- *_was_made, steps_*: NULL where the step is not logged and may be missing, or may be one after the first hand; what is
-- told of the last step of a kind, of their sum and order: where none was lost. out_least, out_most: cards out
-- of the shoe, burned ones included, when the cutter appeared. cut_by_cards_*: the cards then left behind it.
-- late_hand_id: first hand dealt after that. copies_seen: how often its commonest card came out.
-- *_is_told, *_are_told: NULL where a step or a hand of the session does not say its shoe, or a record was lost.
WITH known AS (
    SELECT z.*, f.first_hand_key, f.are_in_sequence, n.is_first OR n.follows_surely AS begins_in_log,
        z.events_complete AND (n.is_first OR z.hands_complete) AS is_whole,
        coalesce(h.events_complete, z.events_complete) AND (n.is_first OR z.hands_complete) AS opening_is_whole,
        z.hands_complete AND w.session_key IS NULL AS hands_are_known, t.session_key IS NOT NULL AS has_stray_steps,
        s.records_deck AND z.events_complete AND t.session_key IS NULL AND (n.is_first OR n.follows_surely)
            AND n.holes = n.previous_holes AS steps_are_known
    FROM log.shoes AS z JOIN fact.session_order AS s USING (session_key)
    LEFT JOIN fact.shoe_hands AS f ON f.shoe_key = z.shoe_key
    LEFT JOIN fact.hand_step AS n ON n.hand_key = f.first_hand_key LEFT JOIN log.hands AS h ON h.hand_key = f.first_hand_key
    LEFT JOIN fact.stray_steps AS t ON t.session_key = z.session_key
    LEFT JOIN fact.shoeless_hands AS w ON w.session_key = z.session_key
),
cut_out AS (
    SELECT k.shoe_key, k.cutter_idx, c.cutter_hand_key, o.late_hands, o.late_hand_key,
        CASE WHEN k.begins_in_log AND k.is_whole AND k.hands_are_known AND k.are_in_sequence THEN
            coalesce(b.burned, CASE WHEN b.shoe_key IS NULL AND k.steps_are_known THEN 0 END) END AS burned,
        CASE c.cutter_position WHEN 'between' THEN o.out_after_hand
            ELSE o.out_before_hand + coalesce(m.out_by_then, 0) END AS dealt_least,
        CASE WHEN c.cutter_position = 'during' AND m.out_by_then IS NOT NULL THEN o.out_before_hand + m.out_by_then
            ELSE o.out_after_hand END AS dealt_most
    FROM known AS k
    LEFT JOIN fact.cutter_hand AS c ON c.shoe_key = k.shoe_key
    LEFT JOIN fact.shoe_out AS o ON o.shoe_key = k.shoe_key
    LEFT JOIN fact.cutter_moment AS m ON m.shoe_key = k.shoe_key
    LEFT JOIN fact.shoe_burned AS b ON b.shoe_key = k.shoe_key
)
SELECT k.shoe_id AS subject, k.session_key, NULL::BIGINT AS hand_key, k.shoe_key,
    coalesce(s.first_step_at, h.started_at) AS happened_at,
    NULL::VARCHAR AS player_id, k.source_name, k.source_sha256, k.source_record,
    k.decks, k.deck_state = 'new' AS deck_is_new, k.deck_state = 'used' AS deck_is_used,
    CASE WHEN k.first_hand_key IS NOT NULL THEN true WHEN k.hands_are_known THEN false END AS shoe_was_dealt,
    CASE WHEN o.is_shown THEN true WHEN k.steps_are_known THEN false END AS show_was_made,
    CASE WHEN o.is_turned THEN true WHEN k.steps_are_known THEN false END AS face_down_was_made,
    CASE WHEN o.is_scrambled THEN true WHEN k.steps_are_known THEN false END AS scramble_was_made,
    CASE WHEN o.shuffle_last IS NOT NULL THEN true WHEN k.steps_are_known THEN false END AS shuffle_was_made,
    CASE WHEN o.is_cut THEN true WHEN k.steps_are_known THEN false END AS cut_was_made,
    CASE WHEN o.is_cut_again THEN true WHEN k.steps_are_known THEN false END AS end_cut_was_made,
    CASE WHEN o.is_loaded THEN true WHEN k.steps_are_known THEN false END AS shoe_was_loaded,
    CASE WHEN o.is_burned THEN true WHEN k.steps_are_known THEN false END AS burn_was_made,
    CASE WHEN NOT regexp_matches(w.made, w.made_due) THEN false WHEN k.steps_are_known THEN true END
        AS opening_steps_are_in_order,
    CASE WHEN NOT regexp_matches(w.closed, w.closed_due) THEN false WHEN k.steps_are_known THEN true END
        AS closing_steps_are_in_order,
    CASE WHEN o.optional_last IS NOT NULL THEN true
        WHEN k.steps_are_known THEN false END AS optional_steps_were_made,
    CASE WHEN w.optional_last > w.shuffle_last THEN false
        WHEN s.shuffle_last IS NOT NULL AND k.steps_are_known THEN true END AS optional_steps_came_first,
    w.last_cut.cards AS first_cut_from_base, w.last_end_cut.cards AS end_cut_told, w.cards_burned,
    s.steps_told, s.steps_told_es, s.steps_told_en,
    CASE WHEN q.cutter_hand_key IS NOT NULL OR q.cutter_idx IS NOT NULL THEN true
        WHEN e.shoes_are_told AND k.steps_are_known AND c.shoe_key IS NULL THEN false END AS cutter_appeared,
    coalesce(q.cutter_idx, q.burned + q.dealt_least) AS out_least, coalesce(q.cutter_idx, q.burned + q.dealt_most) AS out_most,
    52 * k.decks - coalesce(q.cutter_idx, q.burned + q.dealt_most) AS cut_by_cards_least,
    52 * k.decks - coalesce(q.cutter_idx, q.burned + q.dealt_least) AS cut_by_cards_most,
    CASE WHEN s.is_cut_again THEN true WHEN k.events_complete AND NOT k.has_stray_steps THEN false END AS end_cut_is_told,
    CASE WHEN p.shoe_key IS NOT NULL THEN true WHEN k.cards_complete AND k.hands_are_known THEN false END AS cards_are_told,
    p.commonest_card, CASE WHEN p.copies_seen > k.decks OR (k.cards_complete AND k.hands_are_known AND p.all_were_seen)
        THEN p.copies_seen END AS copies_seen,
    CASE WHEN q.late_hands > 0 THEN true
        WHEN q.cutter_hand_key IS NOT NULL AND k.hands_are_known AND k.is_whole THEN false END AS hand_was_dealt_after_cutter,
    l.hand_id AS late_hand_id, x.hand_id AS cutter_hand_id, q.late_hands,
    CASE WHEN k.cards_complete AND k.hands_are_known THEN r.pairs END AS card_pairs, CASE WHEN k.cards_complete THEN r.rising END AS rising_pairs
FROM known AS k JOIN cut_out AS q USING (shoe_key)
LEFT JOIN fact.shoe_steps AS s USING (shoe_key)
LEFT JOIN fact.shoe_steps AS o ON o.shoe_key = k.shoe_key AND k.opening_is_whole
LEFT JOIN fact.shoe_steps AS w ON w.shoe_key = k.shoe_key AND k.is_whole
LEFT JOIN fact.cutter_seen AS c USING (shoe_key)
LEFT JOIN fact.session_cutters AS e ON e.session_key = k.session_key
LEFT JOIN fact.shoe_runs AS r ON r.shoe_key = k.shoe_key
LEFT JOIN fact.shoe_faces AS p ON p.shoe_key = k.shoe_key
LEFT JOIN log.hands AS h ON h.hand_key = k.first_hand_key
LEFT JOIN log.hands AS l ON l.hand_key = q.late_hand_key
LEFT JOIN log.hands AS x ON x.hand_key = q.cutter_hand_key

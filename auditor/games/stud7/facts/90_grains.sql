-- view: session
-- One row for each session of a table. deck_checks_at_opening: checks of the deck before the first hand.
SELECT s.session_id AS subject, s.session_key, NULL::BIGINT AS hand_key, NULL::BIGINT AS shoe_key,
    s.opened_at AS happened_at, NULL::VARCHAR AS player_id, s.source_name, s.source_sha256, s.source_record,
    o.first_hand IS NOT NULL AS has_hands,
    CASE WHEN d.deck_checks > 0 AND b.steps_are_its THEN true WHEN b.deck_is_told THEN false END AS deck_was_checked
FROM log.sessions AS s
JOIN fact.session_order AS o USING (session_key)
LEFT JOIN fact.deck_of_hand AS d ON d.hand_key = o.first_hand
LEFT JOIN fact.deck_before AS b ON b.hand_key = o.first_hand

-- view: hand
-- One row for each hand: its deck, its players, its pot and how it ended. Money in the session's currency.
-- cards_shown: those shown before it (0: none). steps_are_in_order: each step taken came after the one before
-- it in the text, whatever else was done between. went_as_due_*: just those who were due a part were paid,
-- under each reading; short_*: what those left short lack, as a negative sum.
-- combination: the letter of art. 6 of the best hand at the end (the ace only high), NULL where none is shown.
-- pots_*: of a hand with a wrong award, whose each pot was and by which cards; paid_*: what each was paid.
SELECT h.hand_id AS subject, h.session_key, h.hand_key, h.shoe_key, h.started_at AS happened_at,
    NULL::VARCHAR AS player_id, h.source_name, h.source_sha256, h.source_record,
    CASE WHEN contains(d.steps_taken, 'a') AND d.steps_are_its THEN d.shown_cards WHEN d.deck_is_told THEN 0 END AS cards_shown,
    CASE WHEN contains(d.steps_taken, 'b') AND d.steps_are_its THEN true WHEN d.deck_is_told THEN false END AS was_turned_down,
    CASE WHEN contains(d.steps_taken, 'c') AND d.steps_are_its THEN true WHEN d.deck_is_told THEN false END AS was_scrambled,
    CASE WHEN contains(d.steps_taken, 'd') AND d.steps_are_its THEN true WHEN d.deck_is_told THEN false END AS was_shuffled,
    CASE WHEN contains(d.steps_taken, 'e') AND d.steps_are_its THEN true WHEN d.deck_is_told THEN false END AS was_cut,
    d.cut_cards, d.is_opening,
    CASE WHEN len(u.steps) > 1 AND d.steps_are_its THEN true WHEN d.deck_is_told THEN false END AS takes_several_steps,
    d.steps_taken LIKE '%' || array_to_string(u.steps, '%') || '%' AS steps_are_in_order,
    r.repeated_cards, CASE WHEN r.hand_key IS NOT NULL THEN true WHEN h.cards_complete THEN false END AS has_repeated_card, d.changed_after,
    CASE WHEN r.hand_key IS NOT NULL THEN false
        WHEN k.cards_are_known AND NOT c.has_unseen_card THEN true END AS cards_are_different,
    CASE WHEN c.hand_key IS NOT NULL THEN true WHEN h.cards_complete THEN false END AS has_cards,
    CASE WHEN c.hand_key IS NOT NULL OR z.hand_key IS NOT NULL THEN true
        WHEN h.cards_complete AND h.events_complete THEN false END AS was_played,
    CASE WHEN k.cards_are_known THEN f.seats_dealt END AS players_dealt,
    CASE WHEN k.cards_are_known THEN f.falls + (f.first_seat < f.last_seat)::INTEGER <= 1
        OR f.rises + (f.first_seat > f.last_seat)::INTEGER <= 1 END AS first_round_goes_round,
    CASE WHEN z.shared_seats > 0 OR (z.zones_are_told AND h.events_complete) THEN z.shared_seats END AS shared_seats,
    z.shared_seat,
    CASE WHEN z.spread_players > 0 OR (z.zones_are_told AND h.events_complete) THEN z.spread_players END AS spread_players,
    z.spread_player,
    CASE WHEN k.cards_are_known THEN p.staying > 1 END AS goes_to_showdown,
    p.pot AS pot_due,
    p.kept,
    CASE p.top WHEN 9 THEN 'a' WHEN 8 THEN 'b' WHEN 7 THEN 'c' WHEN 6 THEN 'd' WHEN 5 THEN 'e' WHEN 4 THEN 'f'
        WHEN 3 THEN 'g' WHEN 2 THEN 'h' WHEN 1 THEN 'i' WHEN 0 THEN 'j' END AS combination,
    p.with_top > 1 AS combination_is_shared,
    p.went_as_due_high_compare, p.went_as_due_high_share, p.went_as_due_low_compare, p.went_as_due_low_share,
    p.short_high_compare,
    p.short_high_share,
    p.short_low_compare,
    p.short_low_share,
    q.pots_es, q.pots_en, q.paid_es, q.paid_en
FROM log.hands AS h
JOIN fact.hand_seen AS k USING (hand_key)
JOIN fact.deck_before AS d USING (hand_key)
CROSS JOIN LATERAL (SELECT list_sort(list_distinct(string_split(d.steps_taken, ''))) AS steps) AS u
LEFT JOIN fact.repeated AS r USING (hand_key)
LEFT JOIN fact.seen_cards AS c USING (hand_key)
LEFT JOIN fact.first_round AS f USING (hand_key)
LEFT JOIN fact.zones AS z USING (hand_key)
LEFT JOIN fact.stud_hand AS p USING (hand_key)
LEFT JOIN fact.pots_told AS q USING (hand_key)

-- view: seat
-- One row for each seat that took part in a hand: its ante, its cards, its money. subject: `hand_id/seat:N`.
-- award: what it was paid, bets returned included; due_*: what was due, with an odd chip given to nobody
-- (down) or to it (up). cards_after_fold: dealt to it once it had folded, with folded_in cards dealt. stack: its chips at the start; put_in: what it put in. stays: it never folded.
-- pots_*: as of the hand, and where the seat's award differs, whose money that is.
SELECT h.hand_id || '/seat:' || s.seat::VARCHAR AS subject, h.session_key, h.hand_key, h.shoe_key,
    h.started_at AS happened_at, w.player_id, h.source_name, h.source_sha256, h.source_record,
    s.seat, CASE WHEN d.seat IS NOT NULL THEN true WHEN k.cards_are_known THEN false END AS was_dealt_in,
    CASE WHEN k.cards_are_known AND f.hand_key IS NOT NULL THEN coalesce(d.cards_dealt, 0) END AS cards_dealt,
    CASE WHEN k.cards_are_known THEN f.most_cards END AS most_cards,
    x.folded_in, CASE WHEN k.cards_are_known THEN x.cards_after_fold END AS cards_after_fold,
    CASE WHEN k.cards_are_known THEN d.first_face END AS first_face,
    CASE WHEN k.cards_are_known THEN d.second_face END AS second_face,
    CASE WHEN k.cards_are_known THEN d.third_face END AS third_face,
    CASE WHEN a.hand_key IS NOT NULL THEN a.ante WHEN p.staying IS NOT NULL THEN 0 END AS ante,
    CASE WHEN h.events_complete OR a.ante_at > c.first_card_at THEN a.ante_at END AS ante_at, c.first_card_at,
    CASE WHEN a.hand_key IS NOT NULL THEN true WHEN p.staying IS NOT NULL THEN false END AS has_ante,
    s.stack, s.stack_after,
    s.put_in,
    s.stays, CASE WHEN k.cards_are_known THEN p.staying > 1 END AS goes_to_showdown,
    s.award, p.kept,
    s.due_high_compare_down,
    s.due_high_compare_up,
    s.due_high_share_down,
    s.due_high_share_up,
    s.due_low_compare_down,
    s.due_low_compare_up,
    s.due_low_share_down,
    s.due_low_share_up,
    CASE WHEN g.seat IS NOT NULL AND h.events_complete AND NOT m.has_seatless_mark THEN g.warnings WHEN p.staying IS NOT NULL AND NOT m.has_seatless_mark THEN 0 END AS warnings,
    CASE WHEN list_contains(m.removed_seats, s.seat) THEN true
        WHEN p.staying IS NOT NULL AND NOT m.has_seatless_mark THEN false END AS was_removed,
    CASE WHEN r.hand_key IS NOT NULL THEN NOT r.hands_are_missing
        WHEN n.players_are_told THEN false END AS follows_his_hand, r.stack_expected,
    q.pots_es || CASE WHEN s.award <> s.due_high_compare_down THEN q.same_money_es ELSE '' END AS pots_es,
    q.pots_en || CASE WHEN s.award <> s.due_high_compare_down THEN q.same_money_en ELSE '' END AS pots_en
FROM fact.stud_seat AS s
JOIN log.hands AS h USING (hand_key)
JOIN fact.hand_seen AS k ON k.hand_key = s.hand_key
LEFT JOIN fact.stud_hand AS p ON p.hand_key = s.hand_key
LEFT JOIN fact.dealt_to_seat AS d ON d.hand_key = s.hand_key AND d.seat = s.seat
LEFT JOIN fact.dealt_after_fold AS x ON x.hand_key = s.hand_key AND x.seat = s.seat
LEFT JOIN fact.first_round AS f ON f.hand_key = s.hand_key
LEFT JOIN fact.anted AS a ON a.hand_key = s.hand_key AND a.seat = s.seat
LEFT JOIN fact.first_card AS c ON c.hand_key = s.hand_key
LEFT JOIN fact.who_sat AS w ON w.hand_key = s.hand_key AND w.seat = s.seat AND w.players = 1
LEFT JOIN fact.warned_seat AS g ON g.hand_key = s.hand_key AND g.seat = s.seat
LEFT JOIN fact.hand_marks AS m ON m.hand_key = s.hand_key
JOIN fact.stack_session AS n ON n.session_key = h.session_key
LEFT JOIN fact.stack_carried AS r ON r.hand_key = s.hand_key AND r.seat = s.seat
LEFT JOIN fact.pots_told AS q ON q.hand_key = s.hand_key

-- view: card
-- One row for each card dealt: to which seat, in which of its rounds, face up or down. subject: `hand_id#idx`.
SELECT h.hand_id || '#' || c.idx::VARCHAR AS subject, c.session_key, c.hand_key, c.shoe_key, c.happened_at,
    NULL::VARCHAR AS player_id, c.source_name, c.source_sha256, c.source_record,
    c.card, c.face, c.dealt_to,
    CASE WHEN starts_with(c.dealt_to, 'seat:') AND k.cards_are_known THEN d.round_dealt IS NOT NULL
        WHEN NOT starts_with(c.dealt_to, 'seat:') THEN false END AS is_of_seat,
    CASE WHEN k.cards_are_known THEN d.round_dealt END AS round_dealt,
    CASE WHEN k.cards_are_known THEN d.follows_order END AS follows_order
FROM log.cards AS c
JOIN log.hands AS h USING (hand_key)
JOIN fact.hand_seen AS k USING (hand_key)
LEFT JOIN fact.dealt AS d ON d.hand_key = c.hand_key AND d.idx = c.idx

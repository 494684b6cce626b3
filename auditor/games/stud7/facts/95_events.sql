-- view: event
-- One row for each event: of an action, whose turn it was and what it covered, in the session's currency.
-- opens_*: it is the first of the first, of a later round. is_in_turn: false for one that came before its
-- turn, NULL after such a one and where not all who acted are known to be dealt to (the turn is the deal's).
-- opens_with_low, opens_with_low_bet: NULL where a card is not known, or who shows the lowest has no chips left.
-- to_cover: what its player lacked of the bet that stands; put_in: what he added; round_total: what he then has
-- in the round. raise_number: which raise of the round it is;
-- raise_number_after_opening: not counting the one that completes the forced bet. due_seat: whose turn it was.
-- shown_*, lowest_*, due_by_*: of an opening out of turn, what the seats showed, and why another was to open.
SELECT s.session_id || '/' || e.seq::VARCHAR AS subject, e.session_key, e.hand_key, e.shoe_key, e.happened_at,
    coalesce(e.player_id, w.player_id) AS player_id, e.source_name, e.source_sha256, e.source_record,
    e.type AS event_type, e.seat, e.amount,
    e.type IN ('bring_in', 'check', 'bet', 'call', 'raise', 'fold') AS is_turn,
    CASE WHEN NOT is_turn THEN false WHEN a.event_key IS NOT NULL THEN a.opens AND a.street = 3 END AS opens_first_round,
    CASE WHEN NOT is_turn THEN false WHEN a.event_key IS NOT NULL THEN a.opens AND a.street > 3 END AS opens_later_round,
    a.street = 3 AS is_in_first_round,
    CASE WHEN y.cards_are_known AND f.seats_dealt = p.players THEN a.in_turn END AS is_in_turn, a.due_first AS due_seat, a.low_is_tied,
    CASE WHEN a.due_first IS NOT NULL THEN a.opens_with_low END AS opens_with_low,
    e.type IN ('bring_in', 'bet', 'raise') AS is_bet,
    CASE WHEN a.due_first IS NOT NULL THEN a.opens_with_low AND is_bet END AS opens_with_low_bet,
    a.after_check AS follows_check, a.has_checked, a.faces_bet,
    CASE WHEN e.type = 'raise' THEN true WHEN e.type = 'bet' THEN a.faces_bet ELSE false END AS is_raise,
    a.raises_before > 0 AS was_raised,
    a.standing AS bet_to_cover, a.to_cover, a.put AS put_in, a.reached AS round_total,
    a.is_all_in,
    CASE e.type WHEN 'call' THEN a.put = a.to_cover OR (a.put < a.to_cover AND a.is_all_in)
        WHEN 'check' THEN a.to_cover = 0 ELSE true END AS covers_bet,
    e.amount > a.standing OR a.is_all_in AS raises_above,
    a.raises_before + 1 AS raise_number,
    a.raises_before + 1 - CASE WHEN a.completes OR a.follows_completion THEN 1 ELSE 0 END AS raise_number_after_opening,
    s.max_raises, l.least_bet, l.most_bet,
    a.reached - CASE WHEN a.completes THEN 0 ELSE a.standing END AS bet_size,
    g.number_in_hand AS warning_in_hand, g.least_in_round AS least_warnings_in_round, g.most_in_round AS most_warnings_in_round,
    e.type IN ('chips_bought', 'chips_cashed', 'chips_lent') AS moves_chips,
    h.hand_id AS inside_hand, c.had_folded,
    c.is_inside AND c.takes_part AS is_during_own_hand,
    k.was_checked AS deck_was_checked,
    v.shown_es, v.shown_en, v.lowest_es, v.lowest_en, v.due_by_es, v.due_by_en
FROM log.events AS e
JOIN log.sessions AS s USING (session_key)
LEFT JOIN fact.stud_action AS a ON a.event_key = e.event_key
LEFT JOIN fact.hand_seen AS y ON y.hand_key = e.hand_key
LEFT JOIN fact.first_round AS f ON f.hand_key = e.hand_key
LEFT JOIN fact.stud_hand AS p ON p.hand_key = e.hand_key
LEFT JOIN fact.who_sat AS w ON w.hand_key = e.hand_key AND w.seat = e.seat AND w.players = 1
LEFT JOIN fact.limits_at AS l ON l.event_key = e.event_key
LEFT JOIN fact.warned AS g ON g.event_key = e.event_key
LEFT JOIN fact.chip_event AS c ON c.event_key = e.event_key
LEFT JOIN log.hands AS h ON h.hand_key = c.in_hand
LEFT JOIN fact.deck_changed AS k ON k.event_key = e.event_key
LEFT JOIN fact.opening_told AS v ON v.event_key = e.event_key

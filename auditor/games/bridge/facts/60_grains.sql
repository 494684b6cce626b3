-- view: session
-- One row for each session: the numbers under which its machine-dealt deals stand again, NULL for none.
-- deals_repeat, deals_are_sorted: whether a machine-dealt deal of the session stands under two numbers,
-- or lies as in a pack in order of suits; NULL where boards were lost or who dealt is not told.
SELECT s.session_id AS subject, s.session_key, NULL::BIGINT AS hand_key, NULL::BIGINT AS shoe_key,
    s.opened_at AS happened_at, NULL::VARCHAR AS player_id, s.source_name, s.source_sha256, s.source_record,
    m.generator, m.repeated_numbers,
    CASE WHEN m.machine_dealt THEN true WHEN s.boards_complete AND m.all_dealers_told THEN false END
        AS machine_dealt,
    CASE WHEN m.deals_repeat THEN true WHEN s.boards_complete AND m.all_dealers_told THEN m.deals_repeat END
        AS deals_repeat,
    CASE WHEN m.deals_are_sorted THEN true
        WHEN s.boards_complete AND m.all_dealers_told THEN m.deals_are_sorted END AS deals_are_sorted
FROM log.sessions AS s LEFT JOIN fact.machine AS m USING (session_key)

-- view: board
-- One row for each board at one table: its deal, its copies, where else the deal stands, how it was dealt.
SELECT b.board_id AS subject, b.session_key, NULL::BIGINT AS hand_key, NULL::BIGINT AS shoe_key,
    b.played_at AS happened_at, NULL::VARCHAR AS player_id, b.source_name, b.source_sha256, b.source_record,
    b.number AS board_number, b.dealer, b.vulnerable, b.dealt_by, b.replay_event, b.fouled,
    t.deal,
    h.north_cards, h.east_cards, h.south_cards, h.west_cards,
    v.fewest_cards, v.most_cards, v.cards_shown, v.cards_repeated,
    coalesce(n.missing_cards, '–') AS missing_cards, coalesce(n.repeated_cards, '–') AS repeated_cards,
    w.deal_is_whole, w.deal_is_sorted, p.prior_order_is_sorted, p.deal_follows_prior_order,
    h.hands, c.has_copies, coalesce(y.cards_elsewhere, '–') AS cards_elsewhere, c.copies_hands, c.copies_dealer, c.copies_vulnerable,
    c.original_hands, c.original_dealer, c.original_vulnerable,
    o.other_number, CASE WHEN o.board_key IS NOT NULL THEN true WHEN s.boards_complete AND w.deal_is_whole THEN false END
        AS deal_is_under_other_number,
    CASE WHEN e.deal_is_of_earlier_session THEN true
        WHEN coalesce(NOT e.deal_is_of_earlier_session, e.board_key IS NULL)
            AND coalesce(s.date_latest < l.first_day, l.casino_id IS NULL) THEN false END AS deal_is_of_earlier_session,
    CASE WHEN e.deal_is_of_earlier_or_level_session THEN true
        WHEN coalesce(NOT e.deal_is_of_earlier_or_level_session, e.board_key IS NULL)
            AND coalesce(s.date_latest < l.first_day, l.casino_id IS NULL) THEN false END AS deal_is_of_earlier_or_level_session,
    e.board_key IS NOT NULL AS deal_is_in_other_session, e.other_session,
    CASE WHEN k.events_are_whole AND k.shuffles_are_kept THEN u.set_key IS NOT NULL END AS pack_was_shuffled,
    CASE WHEN k.events_are_whole AND u.shufflers_are_told THEN u.shuffled_by END AS shuffled_by,
    CASE WHEN q.board_key IS NOT NULL THEN true WHEN k.events_are_whole THEN false END AS cut_was_requested,
    q.every_cut_was_made, a.both_sides_were_there, a.absence_was_ordered,
    r.dealt_clockwise
FROM log.boards AS b
JOIN log.sessions AS s USING (session_key)
JOIN fact.keeping AS k USING (session_key)
JOIN fact.deal_text AS t USING (board_key)
JOIN fact.copy AS c USING (board_key)
JOIN fact.presence AS a USING (board_key)
LEFT JOIN fact.held AS h USING (board_key)
LEFT JOIN fact.cards_seen AS v USING (board_key)
LEFT JOIN fact.cards_named AS n USING (board_key)
LEFT JOIN fact.whole_deal AS w USING (board_key)
LEFT JOIN fact.prior_order AS p USING (board_key)
LEFT JOIN fact.card_difference AS y USING (board_key)
LEFT JOIN fact.other_number AS o USING (board_key)
LEFT JOIN fact.elsewhere AS e USING (board_key)
LEFT JOIN fact.shuffle AS u ON u.set_key = c.set_key
LEFT JOIN fact.cut AS q ON q.board_key = b.board_key
LEFT JOIN fact.rotation AS r ON r.board_key = b.board_key
LEFT JOIN span.lost_boards AS l ON l.casino_id = s.casino_id

-- view: event
-- One row for each event: of what went wrong in dealing, whether the board was dealt anew; of a redeal,
-- whether the deal changed and what gave cause for it; of an order of the Director, what came of it.
SELECT s.session_id || '/' || e.seq::VARCHAR AS subject, e.session_key, NULL::BIGINT AS hand_key,
    NULL::BIGINT AS shoe_key, e.happened_at, e.player_id, e.source_name, e.source_sha256, e.source_record,
    e.type AS event_type, b.number AS board_number, b.ruling,
    CASE WHEN x.set_auction_before IS NOT NULL THEN false
        WHEN x.is_whole AND k.auctions_are_kept THEN true END AS is_before_auction,
    CASE WHEN x.is_whole THEN coalesce(x.set_redeal_after < x.set_auction_after, x.set_redeal_after IS NOT NULL)
        END AS was_dealt_anew_before_auction,
    CASE WHEN x.set_redeal_after IS NOT NULL THEN true WHEN x.is_whole THEN false END AS was_dealt_anew,
    CASE WHEN x.board_pass_outs_before > 0 THEN true
        WHEN x.board_endings_untold_before > 0 THEN NULL
        WHEN x.is_whole THEN false END AS was_passed_out_before,
    d.replaced_hands, d.new_hands, CASE WHEN NOT contains(d.new_hands || d.replaced_hands, '-') THEN d.new_hands <> d.replaced_hands END
        AS deal_was_changed,
    c.has_copies AS board_has_copies,
    CASE WHEN x.set_orders_before > 0 OR x.set_irregularities_before > 0 THEN true
        WHEN x.is_whole AND NOT k.has_loose_orders THEN false END AS redeal_had_cause
FROM log.events AS e
JOIN log.sessions AS s USING (session_key)
JOIN fact.keeping AS k USING (session_key)
LEFT JOIN log.boards AS b ON b.board_key = e.board_key
LEFT JOIN fact.copy AS c ON c.board_key = e.board_key
LEFT JOIN fact.board_event AS x ON x.event_key = e.event_key
LEFT JOIN fact.redealt AS d ON d.event_key = e.event_key

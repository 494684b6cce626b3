-- view: session
-- One row for each session of a table: how its first hand was opened.
SELECT s.session_id AS subject, s.session_key, o.opening_hand AS hand_key, NULL::BIGINT AS shoe_key,
    s.opened_at AS happened_at, NULL::VARCHAR AS player_id, s.source_name, s.source_sha256, s.source_record,
    o.opening_seated_bets
FROM log.sessions AS s
LEFT JOIN fact.opening AS o USING (session_key)

-- view: shoe
-- One row for each shoe: its decks, and how often its most seen card came out.
-- most_seen_at_least: NULL where no card of the shoe is in the log; most_seen_at_most: also where one may be missing.
SELECT z.shoe_id AS subject, z.session_key, NULL::BIGINT AS hand_key, z.shoe_key,
    s.opened_at AS happened_at, NULL::VARCHAR AS player_id, z.source_name, z.source_sha256, z.source_record,
    z.decks, substr('A23456789TJQK', (f.most_seen + 3) // 4, 1) || substr('CSHD', f.most_seen % 4 + 1, 1)
        AS most_seen_card,
    f.seen_at_least AS most_seen_at_least,
    CASE WHEN z.cards_complete AND z.hands_complete AND x.session_key IS NULL
        THEN f.seen_at_most END AS most_seen_at_most
FROM log.shoes AS z
JOIN log.sessions AS s USING (session_key)
LEFT JOIN fact.shoe_faces AS f USING (shoe_key)
LEFT JOIN fact.session_with_shoeless AS x ON x.session_key = z.session_key

-- view: hand
-- One row for each hand: who dealt it, and its state (see hand_state).
SELECT h.hand_id AS subject, h.session_key, h.hand_key, h.shoe_key, h.started_at AS happened_at,
    NULL::VARCHAR AS player_id, h.source_name, h.source_sha256, h.source_record,
    h.dealer_id, h.dealer_role, h.banker_player_id, s.* EXCLUDE (hand_key, session_key, shoe_key,
        cards_are_known, banca_three_points, first_card_at, box_max, options_are_told, reveals_are_told, calls_are_told,
        option_absence_is_known, seated_absence_is_known, stakes_are_known)
FROM log.hands AS h
JOIN fact.hand_state AS s USING (hand_key)

-- view: box
-- One row for each box that was dealt or bet on in a hand (see box_state).
SELECT h.hand_id || '/box:' || b.box::VARCHAR AS subject, b.session_key, b.hand_key, b.shoe_key,
    h.started_at AS happened_at, NULL::VARCHAR AS player_id, h.source_name, h.source_sha256, h.source_record,
    b.* EXCLUDE (hand_key, session_key, shoe_key)
FROM fact.box_state AS b
JOIN log.hands AS h USING (hand_key)

-- table: beside_bet
-- One row for each bet beside which something stood that bears on it: guest_bet, standing_bet and cover_bounds.
SELECT *
FROM fact.guest_bet
FULL JOIN fact.standing_bet USING (bet_key)
FULL JOIN fact.cover_bounds USING (bet_key)

-- view: bet
-- One row for each bet: what it won (profit; minus the stake when lost), and what stood beside it.
-- profit_if_net, profit_if_gross: by what the payout may be reckoned on; profit: NULL where they differ.
-- box_is_held: of a bet outside the box of the player's own seat (see guest_bet); seated_before and its
-- like: of a standing player's bet (see standing_bet); principal_* and covers_*: of a cobertura.
SELECT b.bet_id AS subject, b.session_key, b.hand_key, h.shoe_key, b.placed_at AS happened_at, b.player_id,
    b.source_name, b.source_sha256, b.source_record,
    b.kind, b.kind IN ('punto', 'banca') AS is_main, b.box, b.seat, b.posture, b.stake, b.placed_at,
    b.authorised, b.payout, b.deduction,
    CASE b.payout_basis WHEN 'gross' THEN b.payout - b.stake ELSE b.payout END AS profit_if_net,
    CASE WHEN b.payout_basis = 'net' OR NOT y.says_basis THEN b.payout ELSE b.payout - b.stake END AS profit_if_gross,
    CASE WHEN b.payout_basis = 'gross' THEN b.payout - b.stake
        WHEN b.payout_basis = 'net' OR NOT y.says_basis THEN b.payout END AS profit,
    h.first_card_at, h.banca_first_points, h.banca_two_points,
    b.seat = b.box AS bets_in_own_box, x.* EXCLUDE (bet_key)
FROM log.bets AS b
JOIN fact.hand_state AS h USING (hand_key)
JOIN fact.session_basis AS y ON y.session_key = b.session_key
LEFT JOIN fact.beside_bet AS x ON x.bet_key = b.bet_key

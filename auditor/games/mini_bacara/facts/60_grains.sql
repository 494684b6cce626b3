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
    z.decks, f.most_seen.card AS most_seen_card, f.seen_at_least AS most_seen_at_least,
    CASE WHEN z.cards_complete AND z.hands_complete THEN f.seen_at_most END AS most_seen_at_most
FROM log.shoes AS z
JOIN log.sessions AS s USING (session_key)
LEFT JOIN fact.shoe_faces AS f USING (shoe_key)

-- table: hand
-- One row for each hand: who dealt, in which order the cards came, Banca's cards, and the steps of play.
-- A column about cards is NULL where the hand's cards are not all in the log; one about steps of play
-- where the log does not keep them, or may have lost one.
-- seated_at_least, seated_at_most: seats taken by players, as bets and the coming and going of players show.
SELECT h.hand_id AS subject, h.session_key, h.hand_key, h.shoe_key, h.started_at AS happened_at,
    NULL::VARCHAR AS player_id, h.source_name, h.source_sha256, h.source_record,
    h.dealer_id, h.dealer_role, h.banker_player_id,
    bit_count(coalesce(b.seats, 0) | CASE WHEN s.events_complete THEN coalesce(t.taken_seats, 0) ELSE 0 END)
        AS seated_at_least,
    CASE WHEN s.records_seats AND NOT s.events_complete THEN NULL
        WHEN b.hand_key IS NULL AND NOT s.records_seats THEN NULL
        WHEN h.bets_complete AND coalesce(b.placeless, 0) = 0 THEN bit_count(coalesce(b.possible_seats, 0)
            | CASE WHEN s.records_seats THEN coalesce(t.taken_seats, e.ever_taken) ELSE 0 END) END AS seated_at_most,
    d.boxes, d.box_thirds, d.dealt_in_order, d.thirds_in_order,
    d.boxes_are_face_up, d.banca_first_is_hidden, d.banca_second_is_up, d.banca_third_is_up,
    d.banca_cards, d.banca_first_points, d.banca_two_points, d.banca_drew_third, d.banca_three_points,
    d.banca_third_is_last, d.first_card_at,
    CASE WHEN p.last_option_seq IS NOT NULL THEN true
        WHEN s.records_play AND h.events_complete AND x.option_strays IS NOT TRUE THEN false END AS option_was_used,
    CASE WHEN p.reveal_seq IS NOT NULL THEN true
        WHEN r.session_key IS NOT NULL AND h.events_complete AND x.reveal_strays IS NOT TRUE THEN false
        END AS card_was_turned,
    CASE WHEN p.call_seq IS NOT NULL THEN true
        WHEN s.records_play AND h.events_complete AND x.call_strays IS NOT TRUE THEN false END AS cobertura_was_called,
    p.last_option_seq < p.reveal_seq AS options_came_before_reveal,
    p.reveal_seq < p.call_seq AS call_came_after_reveal,
    p.first_option_at, p.last_option_at, p.reveal_at, p.call_at, c.last_box_second_at, c.banca_second_at
FROM log.hands AS h
JOIN log.sessions AS s USING (session_key)
LEFT JOIN fact.deal AS d ON d.hand_key = h.hand_key
LEFT JOIN fact.stakes_of_hand AS b ON b.hand_key = h.hand_key
LEFT JOIN fact.play AS p ON p.hand_key = h.hand_key
LEFT JOIN fact.timed_cards AS c ON c.hand_key = h.hand_key
LEFT JOIN fact.seats_at_hand AS t ON t.hand_key = h.hand_key
LEFT JOIN fact.session_seats AS e ON e.session_key = h.session_key
LEFT JOIN fact.session_reveals AS r ON r.session_key = h.session_key
LEFT JOIN fact.stray_play AS x ON x.session_key = h.session_key

-- table: box
-- One row for each box that was dealt or bet on in a hand: its cards, its option, the money on it.
-- two_points, points: of its first two cards and of all of them (NULL with more than three).
-- *_stakes: NULL where a bet of the hand may be missing, or does not say in which box it lies.
-- has_seated_punto: a seated player's stake on Punto lies there.
SELECT h.hand_id || '/box:' || (coalesce(c.box, b.box))::VARCHAR AS subject, h.session_key, h.hand_key, h.shoe_key,
    h.started_at AS happened_at, NULL::VARCHAR AS player_id, h.source_name, h.source_sha256, h.source_record,
    coalesce(c.box, b.box) AS box, s.box_max,
    CASE WHEN d.hand_key IS NOT NULL THEN c.hand_key IS NOT NULL END AS box_was_dealt,
    CASE WHEN d.hand_key IS NOT NULL THEN c.cards END AS box_cards,
    CASE WHEN d.hand_key IS NOT NULL THEN c.two_points % 10 END AS two_points,
    CASE WHEN d.hand_key IS NOT NULL THEN c.cards > 2 END AS drew_third,
    CASE WHEN d.hand_key IS NOT NULL THEN c.third_points END AS third_points,
    CASE WHEN d.hand_key IS NOT NULL AND c.cards < 4
        THEN (c.two_points + coalesce(c.third_points, 0)) % 10 END AS points,
    d.banca_two_points, d.banca_drew_third, d.banca_three_points,
    CASE WHEN o.hand_key IS NOT NULL THEN true
        WHEN s.records_play AND h.events_complete AND x.option_strays IS NOT TRUE
            AND coalesce(p.boxless_options, 0) = 0 THEN false END AS option_was_given,
    o.asked AS asked_for_card,
    CASE WHEN b.seated_punto > 0 THEN true
        WHEN h.bets_complete AND m.hand_key IS NOT NULL AND m.unknown_posture = 0 AND NOT m.box_is_unknown THEN false
        END AS has_seated_punto,
    CASE WHEN b.seated_punto + b.seated_banca > 0 THEN true
        WHEN h.bets_complete AND m.hand_key IS NOT NULL AND m.unknown_posture = 0 AND NOT m.box_is_unknown THEN false
        END AS has_seated_stake,
    CASE WHEN h.bets_complete AND NOT m.box_is_unknown THEN coalesce(b.punto_stakes, 0) END AS punto_stakes,
    CASE WHEN h.bets_complete AND NOT m.box_is_unknown THEN coalesce(b.banca_stakes, 0) END AS banca_stakes,
    CASE WHEN h.bets_complete AND NOT m.box_is_unknown
        THEN coalesce(b.punto_stakes, 0) + coalesce(b.banca_stakes, 0) END AS box_stakes
FROM fact.box_cards AS c
FULL JOIN (SELECT * FROM fact.stake WHERE box IS NOT NULL) AS b ON b.hand_key = c.hand_key AND b.box = c.box
JOIN log.hands AS h ON h.hand_key = coalesce(c.hand_key, b.hand_key)
JOIN log.sessions AS s ON s.session_key = h.session_key
LEFT JOIN fact.deal AS d ON d.hand_key = h.hand_key
LEFT JOIN fact.stakes_of_hand AS m ON m.hand_key = h.hand_key
LEFT JOIN fact.option_used AS o ON o.hand_key = h.hand_key AND o.box = coalesce(c.box, b.box)
LEFT JOIN fact.play AS p ON p.hand_key = h.hand_key
LEFT JOIN fact.stray_play AS x ON x.session_key = h.session_key

-- view: bet
-- One row for each bet: what it won (profit; minus the stake when lost), and the bets of seated players before it.
-- profit_if_net, profit_if_gross: by what the payout may be reckoned on; profit: NULL where they differ.
-- seated_before and its like: of bets of standing players only (see standing_bet).
-- box_is_held: the box is the place of a player who sits there.
SELECT b.bet_id AS subject, b.session_key, b.hand_key, h.shoe_key, b.placed_at AS happened_at, b.player_id,
    b.source_name, b.source_sha256, b.source_record,
    b.bet_id, b.kind, b.kind IN ('punto', 'banca') AS is_main, b.box, b.seat, b.posture, b.stake, b.placed_at,
    b.authorised, b.payout, b.deduction, b.settle_seq,
    CASE b.payout_basis WHEN 'gross' THEN b.payout - b.stake ELSE b.payout END AS profit_if_net,
    CASE WHEN b.payout_basis = 'net' OR NOT y.says_basis THEN b.payout ELSE b.payout - b.stake END AS profit_if_gross,
    CASE WHEN b.payout_basis = 'gross' THEN b.payout - b.stake
        WHEN b.payout_basis = 'net' OR NOT y.says_basis THEN b.payout END AS profit,
    d.first_card_at, d.banca_first_points, d.banca_two_points,
    b.seat = b.box AS bets_in_own_box,
    CASE WHEN k.holder_bets OR (t.taken_seats >> b.box) & 1 = 1 THEN true
        WHEN h.bets_complete AND t.taken_seats IS NOT NULL AND (m.possible_seats >> b.box) & 1 = 0 THEN false
        END AS box_is_held,
    n.seated_before, n.seated_not_after, n.same_side_before, n.same_side_not_after,
    v.principal_at_least, v.principal_at_most, v.covers_at_least, v.covers_at_most, v.principal_is_punto
FROM log.bets AS b
JOIN log.hands AS h USING (hand_key)
JOIN fact.session_basis AS y ON y.session_key = b.session_key
LEFT JOIN fact.deal AS d ON d.hand_key = b.hand_key
LEFT JOIN fact.stakes_of_hand AS m ON m.hand_key = b.hand_key
LEFT JOIN fact.stake AS k ON k.hand_key = b.hand_key AND k.box = b.box
LEFT JOIN fact.seats_at_hand AS t ON t.hand_key = b.hand_key
LEFT JOIN fact.standing_bet AS n ON n.bet_key = b.bet_key
LEFT JOIN fact.cover_bounds AS v ON v.bet_key = b.bet_key

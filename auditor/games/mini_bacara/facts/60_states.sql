-- table: hand_state
-- One row for each hand: what is known of its cards, bets and steps of play, in numbers.
-- A column about cards is NULL where the hand's cards are not all in the log; one about steps of play
-- where the log does not keep them, or may have lost one.
-- *_are_told: none of those steps was lost, or carries no hand; their order and times are then all known.
-- seated_at_least, seated_at_most: seats taken by players, as bets and the coming and going of players show.
-- *_absence_is_known: the log would show an option or a stake of a seated player, had there been one.
SELECT h.hand_key, h.session_key, h.shoe_key, d.hand_key IS NOT NULL AS cards_are_known,
    bit_count(coalesce(b.seats, 0) | CASE WHEN s.events_complete THEN coalesce(t.taken_seats, 0) ELSE 0 END)
        AS seated_at_least,
    CASE WHEN s.records_seats AND NOT s.events_complete THEN NULL
        WHEN b.hand_key IS NULL AND NOT s.records_seats THEN NULL
        WHEN h.bets_complete AND b.is_placeless IS NOT TRUE THEN bit_count(coalesce(b.possible_seats, 0)
            | CASE WHEN s.records_seats THEN coalesce(t.taken_seats, e.ever_taken) ELSE 0 END) END AS seated_at_most,
    d.boxes, d.box_thirds, d.dealt_in_order, d.thirds_in_order, d.boxes_are_face_up,
    d.banca_first_is_hidden, d.banca_second_is_up, d.banca_third_is_up, d.banca_cards, d.banca_first_points,
    d.banca_two_points, d.banca_drew_third, d.banca_three_points, d.banca_third_is_last, d.first_card_at,
    h.events_complete AND x.option_strays IS NOT TRUE AS options_are_told,
    h.events_complete AND x.reveal_strays IS NOT TRUE AS reveals_are_told,
    h.events_complete AND x.call_strays IS NOT TRUE AS calls_are_told,
    CASE WHEN p.last_option_seq IS NOT NULL THEN true
        WHEN s.records_play AND options_are_told THEN false END AS option_was_used,
    CASE WHEN p.reveal_seq IS NOT NULL THEN true
        WHEN r.session_key IS NOT NULL AND reveals_are_told THEN false END AS card_was_turned,
    CASE WHEN p.call_seq IS NOT NULL THEN true
        WHEN s.records_play AND calls_are_told THEN false END AS cobertura_was_called,
    CASE WHEN p.last_option_seq > p.reveal_seq THEN false
        WHEN options_are_told AND reveals_are_told THEN p.last_option_seq < p.reveal_seq END AS options_came_before_reveal,
    CASE WHEN reveals_are_told AND calls_are_told THEN p.reveal_seq < p.call_seq END AS call_came_after_reveal,
    CASE WHEN options_are_told OR p.first_option_at < c.last_box_second_at THEN p.first_option_at END AS first_option_at,
    CASE WHEN options_are_told OR p.last_option_at > c.banca_second_at THEN p.last_option_at END AS last_option_at,
    CASE WHEN reveals_are_told THEN p.reveal_at END AS reveal_at,
    CASE WHEN calls_are_told THEN p.call_at END AS call_at, c.last_box_second_at, c.banca_second_at,
    s.box_max,
    s.records_play AND options_are_told AND coalesce(p.boxless_options, 0) = 0 AS option_absence_is_known,
    h.bets_complete AND b.hand_key IS NOT NULL AND NOT b.posture_is_unknown AND NOT b.box_is_unknown
        AS seated_absence_is_known,
    h.bets_complete AND NOT b.box_is_unknown AS stakes_are_known
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

-- table: box_state
-- One row for each box that was dealt or bet on in a hand: its cards, its option, the money on it.
-- asked_for_card: NULL where a later option may be missing, or names no box.
-- two_points, points: of its first two cards and of all of them (NULL with more than three).
-- *_stakes: NULL where a bet of the hand may be missing, or does not say in which box it lies.
-- has_seated_punto, has_seated_stake: a seated player's stake lies there, on Punto or on either side.
SELECT h.hand_key, h.session_key, h.shoe_key, coalesce(c.box, b.box) AS box, h.box_max,
    CASE WHEN h.cards_are_known THEN c.hand_key IS NOT NULL END AS box_was_dealt,
    CASE WHEN h.cards_are_known THEN c.cards END AS box_cards,
    CASE WHEN h.cards_are_known THEN c.two_points % 10 END AS two_points,
    CASE WHEN h.cards_are_known THEN c.cards > 2 END AS drew_third,
    CASE WHEN h.cards_are_known THEN c.third_points END AS third_points,
    CASE WHEN h.cards_are_known AND c.cards < 4
        THEN (c.two_points + coalesce(c.third_points, 0)) % 10 END AS points,
    h.banca_two_points, h.banca_drew_third, h.banca_three_points,
    CASE WHEN o.hand_key IS NOT NULL THEN true WHEN h.option_absence_is_known THEN false END AS option_was_given,
    CASE WHEN h.option_absence_is_known THEN o.asked END AS asked_for_card,
    CASE WHEN b.has_seated_punto THEN true WHEN h.seated_absence_is_known THEN false END AS has_seated_punto,
    CASE WHEN b.has_seated_punto OR b.has_seated_banca THEN true
        WHEN h.seated_absence_is_known THEN false END AS has_seated_stake,
    CASE WHEN h.stakes_are_known THEN b.punto_stakes END AS punto_stakes,
    CASE WHEN h.stakes_are_known THEN b.banca_stakes END AS banca_stakes,
    CASE WHEN h.stakes_are_known THEN coalesce(b.punto_stakes + b.banca_stakes, 0) END AS box_stakes
FROM fact.box_cards AS c
FULL JOIN (SELECT * FROM fact.stake WHERE box IS NOT NULL) AS b ON b.hand_key = c.hand_key AND b.box = c.box
JOIN fact.hand_state AS h ON h.hand_key = coalesce(c.hand_key, b.hand_key)
LEFT JOIN fact.option_used AS o ON o.hand_key = h.hand_key AND o.box = coalesce(c.box, b.box)

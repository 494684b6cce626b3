-- view: faced
-- One row for each card dealt, with the face that art. 8 wants of its round; NULL past the last round.
SELECT f.*,
    CASE WHEN f.round_dealt BETWEEN p.first_exposed_round AND p.last_exposed_round THEN 'up'
        WHEN f.round_dealt <= p.cards_each THEN 'down' END AS face_due,
    f.is_of_seat AND f.round_dealt <= p.cards_each AS face_is_ruled
FROM fact.card AS f
JOIN norm.parameters AS p USING (session_key)

-- view: card
-- The same, with the card and its faces in words.
SELECT *,
    replace(substr(card, 1, 1), 'T', '10') || translate(substr(card, 2), 'SHDC', '♠♥♦♣') AS card_told,
    CASE face WHEN 'up' THEN 'expuesto' WHEN 'down' THEN 'oculto' END AS face_es,
    CASE face WHEN 'up' THEN 'face up' WHEN 'down' THEN 'face down' END AS face_en,
    CASE face_due WHEN 'up' THEN 'expuesto' WHEN 'down' THEN 'oculto' END AS face_due_es,
    CASE face_due WHEN 'up' THEN 'face up' WHEN 'down' THEN 'face down' END AS face_due_en
FROM due.faced

-- view: hand
-- One row for each hand, with how far from the middle the house lets the pack be cut (cards; NULL undeclared),
-- and what of the pot nobody was paid (less than zero; NULL where nothing is wanting) and to whom that is owed.
SELECT f.*, h.cut_from_middle AS cut_tolerance,
    regexp_replace(f.repeated_cards, 'seat:(\d+), n\.º', 'plaza \1, naipe n.º', 'g') AS repeated_cards_es,
    regexp_replace(replace(f.repeated_cards, ' y ', ' and '), 'seat:(\d+), n\.º', 'seat \1, card no.', 'g') AS repeated_cards_en,
    CASE WHEN f.kept > 0 THEN -f.kept END AS unpaid, CASE WHEN f.kept > 0 THEN 'player' END AS unpaid_owed_to
FROM fact.hand AS f
LEFT JOIN norm.house AS h USING (session_key)

-- view: seat
-- One row for each seat, with who is owed where its award differs: the player paid too little, or the
-- table (the others in the hand) where he was paid too much (NULL: paid as due); the faces of his first three
-- cards in words.
SELECT f.*,
    CASE f.first_face WHEN 'up' THEN 'expuesto' WHEN 'down' THEN 'oculto' WHEN 'none' THEN 'no hubo' ELSE 'no consta' END
        || ', ' || CASE f.second_face WHEN 'up' THEN 'expuesto' WHEN 'down' THEN 'oculto' WHEN 'none' THEN 'no hubo' ELSE 'no consta' END
        || ', ' || CASE f.third_face WHEN 'up' THEN 'expuesto' WHEN 'down' THEN 'oculto' WHEN 'none' THEN 'no hubo' ELSE 'no consta' END AS faces_es,
    CASE f.first_face WHEN 'up' THEN 'up' WHEN 'down' THEN 'down' WHEN 'none' THEN 'none' ELSE 'not recorded' END
        || ', ' || CASE f.second_face WHEN 'up' THEN 'up' WHEN 'down' THEN 'down' WHEN 'none' THEN 'none' ELSE 'not recorded' END
        || ', ' || CASE f.third_face WHEN 'up' THEN 'up' WHEN 'down' THEN 'down' WHEN 'none' THEN 'none' ELSE 'not recorded' END AS faces_en,
    CASE WHEN f.award < f.due_high_compare_down THEN 'player'
        WHEN f.award > f.due_high_compare_down THEN 'table' END AS award_owed_to
FROM fact.seat AS f

-- view: event
-- One row for each event, with whether a warning is allowed in its round (NULL: it may be of either of two),
-- and who is owed where a bet is not covered: the table what it lacks, the player what he put in above it.
-- act_*: what it is, and turn_of_*: whose turn it was, in words.
SELECT f.*,
    CASE f.event_type WHEN 'bring_in' THEN 'apuesta forzada' WHEN 'check' THEN 'pasa' WHEN 'bet' THEN 'apuesta'
        WHEN 'call' THEN 'iguala' WHEN 'raise' THEN 'incrementa' WHEN 'fold' THEN 'se retira'
        WHEN 'chips_bought' THEN 'compra de fichas' WHEN 'chips_cashed' THEN 'retiro de fichas'
        WHEN 'chips_lent' THEN 'préstamo de fichas' ELSE f.event_type END AS act_es,
    CASE f.event_type WHEN 'bring_in' THEN 'bring-in' WHEN 'chips_bought' THEN 'purchase of chips'
        WHEN 'chips_cashed' THEN 'cashing of chips' WHEN 'chips_lent' THEN 'loan of chips' ELSE f.event_type END AS act_en,
    coalesce('la plaza ' || f.due_seat, 'otra plaza') AS turn_of_es, coalesce('seat ' || f.due_seat, 'another seat') AS turn_of_en,
    CASE WHEN f.put_in < f.to_cover THEN 'table' WHEN f.put_in > f.to_cover THEN 'player' END AS cover_owed_to,
    CASE WHEN f.most_warnings_in_round <= p.warnings_allowed THEN true
        WHEN f.least_warnings_in_round > p.warnings_allowed THEN false END AS is_allowed_in_round
FROM fact.event AS f
JOIN norm.parameters AS p USING (session_key)

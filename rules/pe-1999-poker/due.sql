-- table: card
-- One row for each card dealt, with the face that art. 8 wants of its round; NULL past the last round.
SELECT f.*,
    CASE WHEN f.round_dealt BETWEEN p.first_exposed_round AND p.last_exposed_round THEN 'up'
        WHEN f.round_dealt <= p.cards_each THEN 'down' END AS face_due,
    f.is_of_seat AND f.round_dealt <= p.cards_each AS face_is_ruled
FROM fact.card AS f
JOIN norm.parameters AS p USING (session_key)

-- view: hand
-- One row for each hand, with how far from the middle the house lets the pack be cut (cards; NULL undeclared),
-- and what of the pot nobody was paid (less than zero; NULL where nothing is wanting) and to whom that is owed.
SELECT f.*, h.cut_from_middle AS cut_tolerance,
    CASE WHEN f.kept > 0 THEN -f.kept END AS unpaid, CASE WHEN f.kept > 0 THEN 'player' END AS unpaid_owed_to
FROM fact.hand AS f
LEFT JOIN norm.house AS h USING (session_key)

-- view: seat
-- One row for each seat, with who is owed where its award differs: the player paid too little, or the
-- table (the others in the hand) where he was paid too much (NULL: paid as due).
SELECT f.*,
    CASE WHEN f.award < f.due_high_compare_down THEN 'player'
        WHEN f.award > f.due_high_compare_down THEN 'table' END AS award_owed_to
FROM fact.seat AS f

-- view: event
-- One row for each event, with whether a warning is allowed in its round (NULL: it may be of either of two),
-- and who is owed where a bet is not covered: the table what it lacks, the player what he put in above it.
SELECT f.*,
    CASE WHEN f.put_in < f.to_cover THEN 'table' WHEN f.put_in > f.to_cover THEN 'player' END AS cover_owed_to,
    CASE WHEN f.most_warnings_in_round <= p.warnings_allowed THEN true
        WHEN f.least_warnings_in_round > p.warnings_allowed THEN false END AS is_allowed_in_round
FROM fact.event AS f
JOIN norm.parameters AS p USING (session_key)

-- table: face_seen
-- One row for each shoe and card face: how often it came out, with cards marked as cancelled and without.
SELECT shoe_key, card, count(*) AS seen, count(*) FILTER (cancelled) AS cancelled
FROM log.cards
WHERE shoe_key IS NOT NULL
GROUP BY shoe_key, card

-- table: shoe_faces
-- One row for each shoe with cards: how often its most seen face came out.
-- most_seen_card: that face. seen_at_most counts cancelled cards too, seen_at_least does not.
SELECT shoe_key, max(seen - cancelled) AS seen_at_least, max(seen) AS seen_at_most,
    max({'times': seen - cancelled, 'card': card}) AS most_seen, sum(seen)::BIGINT AS cards_seen
FROM fact.face_seen
GROUP BY shoe_key

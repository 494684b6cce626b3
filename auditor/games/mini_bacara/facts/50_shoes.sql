-- table: face_seen
-- One row for each shoe and card face: how often it came out, with cards marked as cancelled and without.
SELECT shoe_key, card, count(*) AS seen, count(*) FILTER (cancelled) AS cancelled
FROM log.cards
WHERE shoe_key IS NOT NULL
GROUP BY shoe_key, card

-- table: shoe_faces
-- One row for each shoe with cards: how often its most seen face came out.
-- most_seen: that face. seen_at_least leaves cancelled cards out; seen_at_most counts them, and is NULL
-- where a card of the shoe was not seen.
SELECT shoe_key, max(seen - cancelled) FILTER (card <> '??') AS seen_at_least,
    CASE WHEN NOT bool_or(card = '??') THEN max(seen) END AS seen_at_most,
    max({'times': seen - cancelled, 'card': card}) FILTER (card <> '??') AS most_seen
FROM fact.face_seen
GROUP BY shoe_key

-- table: face_seen
-- One row for each shoe and card: how often it came out, with cards marked as cancelled and without.
SELECT shoe_key, card_no, count(*) AS seen, count(*) FILTER (cancelled) AS cancelled
FROM fact.card
WHERE shoe_key IS NOT NULL
GROUP BY shoe_key, card_no

-- table: shoe_faces
-- One row for each shoe with cards: how often its most seen card came out.
-- most_seen: its number, as in card. seen_at_least leaves cancelled cards out; seen_at_most counts them,
-- and is NULL where a card of the shoe was not seen.
SELECT shoe_key, max(seen - cancelled) FILTER (card_no > 0) AS seen_at_least,
    CASE WHEN min(card_no) > 0 THEN max(seen) END AS seen_at_most,
    max(100 * (seen - cancelled) + card_no) FILTER (card_no > 0) % 100 AS most_seen
FROM fact.face_seen
GROUP BY shoe_key

-- table: session_with_shoeless
-- The sessions with a hand that does not say which shoe it was dealt from.
SELECT DISTINCT session_key FROM log.hands WHERE shoe_key IS NULL

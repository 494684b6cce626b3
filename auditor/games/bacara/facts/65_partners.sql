-- table: joined_in_hand
-- The hands that a partner's joining names.
SELECT DISTINCT hand_key FROM log.events WHERE type = 'partner_joined' AND hand_key IS NOT NULL

-- table: dealing_of_hand
-- One row for each of these hands: when its first card was dealt, by the clock and by the numbers of the
-- events (closed: bets were closed, shown: cards were shown).
WITH dealt AS (
    SELECT c.hand_key, CASE WHEN count(*) = count(c.happened_at) THEN min(c.happened_at) END AS first_card_at
    FROM fact.joined_in_hand JOIN log.cards AS c USING (hand_key) WHERE c.dealt_to <> 'burn' GROUP BY c.hand_key
),
said AS (
    SELECT e.hand_key, min(e.event_key) FILTER (e.type = 'bets_closed') AS closed,
        min(e.event_key) FILTER (e.type IN ('option', 'reveal')) AS shown
    FROM fact.joined_in_hand JOIN log.events AS e USING (hand_key) GROUP BY e.hand_key
)
SELECT m.hand_key, d.first_card_at, s.closed, s.shown
FROM fact.joined_in_hand AS m LEFT JOIN dealt AS d USING (hand_key) JOIN said AS s USING (hand_key)

-- table: partner
-- One row for each partner who joined the banker: whether he did so before the cards were dealt. An event
-- without a hand stands between two of them. NULL where an event or a card that was lost may show otherwise.
SELECT e.event_key, e.accepted AS partner_was_accepted,
    CASE WHEN e.hand_id IS NULL THEN true
        WHEN NOT h.events_complete AND coalesce(e.event_key < d.closed, true) THEN NULL
        WHEN e.event_key < d.closed THEN true
        WHEN e.event_key > d.shown OR e.happened_at > d.first_card_at THEN false
        WHEN h.events_complete AND h.cards_complete AND e.happened_at < d.first_card_at THEN true
        END AS joined_before_the_deal
FROM log.events AS e LEFT JOIN fact.dealing_of_hand AS d USING (hand_key) LEFT JOIN log.hands AS h USING (hand_key)
WHERE e.type = 'partner_joined'

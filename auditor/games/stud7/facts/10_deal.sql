-- table: session_with_cancelled
-- The sessions in which some card is marked as cancelled, or was lost that may have been; in the others an
-- empty mark means "not cancelled".
SELECT session_key FROM log.cards WHERE cancelled
UNION SELECT session_key FROM log.lost_cards

-- table: hand_seen
-- One row for each hand: whether its cards are all in the log, and so may be counted and put in order.
SELECT h.hand_key, h.session_key,
    h.cards_complete AND NOT EXISTS (
        SELECT 1 FROM log.cards AS c
        WHERE c.hand_key = h.hand_key AND c.cancelled IS NULL
            AND c.session_key IN (SELECT session_key FROM fact.session_with_cancelled)
    ) AS cards_are_known
FROM log.hands AS h

-- table: dealt
-- One row for each card dealt to a seat and not cancelled: its round, and whether it came in its turn.
-- round_dealt: 1 for the seat's first card. follows_order: it came after the cards of all rounds before, and
-- after those of its round that seats dealt earlier in the first round got.
WITH counted AS (
    SELECT hand_key, idx, try_cast(substr(dealt_to, 6) AS BIGINT) AS seat, face,
        row_number() OVER (PARTITION BY hand_key, dealt_to ORDER BY idx) AS round_dealt,
        min(idx) OVER (PARTITION BY hand_key, dealt_to) AS first_idx
    FROM log.cards
    WHERE starts_with(dealt_to, 'seat:') AND cancelled IS NOT TRUE
)
SELECT *, coalesce(
    (round_dealt, first_idx) > lag((round_dealt, first_idx)) OVER (PARTITION BY hand_key ORDER BY idx), true
) AS follows_order
FROM counted

-- table: dealt_to_seat
-- One row for each seat dealt to in a hand: how many cards, and the faces of the first three.
-- *_face: `none` where there is no such card, NULL where the face is not recorded.
SELECT hand_key, seat, count(*) AS cards_dealt,
    max(face) FILTER (round_dealt = 1) AS first_face,
    CASE WHEN count(*) < 2 THEN 'none' ELSE max(face) FILTER (round_dealt = 2) END AS second_face,
    CASE WHEN count(*) < 3 THEN 'none' ELSE max(face) FILTER (round_dealt = 3) END AS third_face
FROM fact.dealt
GROUP BY hand_key, seat

-- table: first_round
-- One row for each hand: whether the first cards went round the table one way, whichever it is.
-- turns: how often the seat numbers fall from one card to the next; rises: how often they grow.
SELECT hand_key, count(*) AS seats_dealt, max(cards_dealt) AS most_cards,
    count(*) FILTER (seat < before) AS falls, count(*) FILTER (seat > before) AS rises,
    first(seat ORDER BY idx) AS first_seat, last(seat ORDER BY idx) AS last_seat
FROM (
    SELECT d.hand_key, d.seat, d.idx, s.cards_dealt,
        lag(d.seat) OVER (PARTITION BY d.hand_key ORDER BY d.idx) AS before
    FROM fact.dealt AS d JOIN fact.dealt_to_seat AS s USING (hand_key, seat)
    WHERE d.round_dealt = 1
)
GROUP BY hand_key

-- table: repeated
-- One row for each hand in which a card was dealt more than once: the cards, and where each went.
WITH seen AS (
    SELECT hand_key, card, dealt_to, idx FROM log.cards WHERE card <> '??' AND cancelled IS NOT TRUE
),
twice AS (
    SELECT hand_key, card FROM seen GROUP BY hand_key, card HAVING count(*) > 1
)
SELECT hand_key, string_agg(told, '; ' ORDER BY told) AS repeated_cards
FROM (
    SELECT hand_key, card || ' (' || string_agg(dealt_to || ', n.º ' || idx, ' y ' ORDER BY idx) || ')' AS told
    FROM seen SEMI JOIN twice USING (hand_key, card)
    GROUP BY hand_key, card
)
GROUP BY hand_key

-- table: seen_cards
-- One row for each hand with cards: whether any was not seen.
SELECT hand_key, bool_or(card = '??') AS has_unseen_card
FROM log.cards
WHERE cancelled IS NOT TRUE
GROUP BY hand_key

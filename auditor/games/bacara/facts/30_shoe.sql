-- table: shoe_hands
-- One row for each shoe from which hands were dealt. are_in_sequence: their numbers leave none out, and none comes twice.
SELECT shoe_key, min(hand_key) AS first_hand_key,
    max(hand_no) - min(hand_no) + 1 = count(*) AND shoe_key NOT IN (
        SELECT shoe_key FROM log.hands JOIN log.numbered_again USING (session_key)
        WHERE shoe_key IS NOT NULL GROUP BY shoe_key HAVING count(DISTINCT hand_no) < count(*)
    ) AS are_in_sequence
FROM log.hands WHERE shoe_key IS NOT NULL GROUP BY shoe_key, session_key

-- table: deck_step
-- One row for each step of the dealer with the cards of a shoe: one without shoe_id is of the shoe from
-- which the next hand is dealt, where no hand or event can be missing between, and none was lost. is_late: it came after the
-- shoe's first hand (NULL: not known).
WITH next_shoe AS (
    SELECT h.session_key, h.hand_key, n.holes, h.shoe_key FROM log.hands AS h JOIN fact.hand_step AS n USING (hand_key)
    JOIN fact.session_numbers AS o ON o.session_key = h.session_key
    WHERE o.events_complete AND (n.follows_surely OR h.hand_key = o.first_hand_key)
)
SELECT e.event_key, e.session_key, coalesce(e.shoe_key, h.shoe_key) AS shoe_key, e.type, e.count AS cards,
    e.happened_at, p.bears_on, p.bears_on > f.first_hand_key AS is_late
FROM log.events AS e JOIN fact.event_place AS p USING (event_key)
LEFT JOIN next_shoe AS h ON h.session_key = e.session_key AND h.hand_key = p.bears_on AND e.shoe_key IS NULL
    AND h.holes = p.holes
LEFT JOIN fact.shoe_hands AS f ON f.shoe_key = coalesce(e.shoe_key, h.shoe_key)
WHERE e.type IN ('face_down', 'scramble', 'shuffle', 'cut', 'end_cut', 'load_shoe', 'burn')
    OR (e.type = 'show' AND e.player_id IS NULL AND e.seat IS NULL)

-- table: shoe_steps
-- One row for each shoe with steps before its first hand: when one of those before the shuffle was last done, and when
-- the shuffle was (numbers of events, NULL: not logged), whether each other was, when the first was (first_step_at), all of them in order (steps_told; in words
-- steps_told_es and steps_told_en), and the cards that it counts; *_count_is_known: each such step has one. made: the steps by a
-- letter each, as they were done, and made_due: each that was made once, in the order due, as a pattern;
-- closed and closed_due: the same from the shuffle on.
SELECT shoe_key,
    string_agg(letter, '' ORDER BY event_key) AS made, string_agg(DISTINCT letter, '.*' ORDER BY letter) AS made_due,
    string_agg(letter, '' ORDER BY event_key) FILTER (letter >= 'd') AS closed,
    string_agg(DISTINCT letter, '.*' ORDER BY letter) FILTER (letter >= 'd') AS closed_due,
    max(event_key) FILTER (letter < 'd') AS optional_last, max(event_key) FILTER (type = 'shuffle') AS shuffle_last,
    bool_or(type = 'show') AS is_shown, bool_or(type = 'face_down') AS is_turned, bool_or(type = 'scramble') AS is_scrambled,
    bool_or(type = 'cut') AS is_cut, bool_or(type = 'end_cut') AS is_cut_again,
    bool_or(type = 'load_shoe') AS is_loaded, bool_or(type = 'burn') AS is_burned,
    max({'event_key': event_key, 'cards': cards}) FILTER (type = 'cut') AS last_cut,
    max({'event_key': event_key, 'cards': cards}) FILTER (type = 'end_cut') AS last_end_cut,
    CASE WHEN count(cards) FILTER (type = 'burn') = count(*) FILTER (type = 'burn')
        THEN sum(cards) FILTER (type = 'burn') END::BIGINT AS cards_burned,
    min(happened_at) AS first_step_at,
    string_agg(type, ', ' ORDER BY event_key) AS steps_told,
    string_agg(CASE type WHEN 'face_down' THEN 'turn face down' WHEN 'end_cut' THEN 'second cut'
        WHEN 'load_shoe' THEN 'load the shoe' ELSE type END, ', ' ORDER BY event_key) AS steps_told_en,
    string_agg(CASE type WHEN 'show' THEN 'mostrar' WHEN 'face_down' THEN 'voltear'
        WHEN 'scramble' THEN 'revolver' WHEN 'shuffle' THEN 'barajar' WHEN 'cut' THEN 'cortar'
        WHEN 'end_cut' THEN 'segundo corte' WHEN 'load_shoe' THEN 'zapato' WHEN 'burn' THEN 'quemar'
        ELSE type END, ', ' ORDER BY event_key) AS steps_told_es
FROM (
    SELECT *, ('abcdefgh')[list_position(['show', 'face_down', 'scramble', 'shuffle', 'cut', 'end_cut',
        'load_shoe', 'burn'], type)] AS letter
    FROM fact.deck_step WHERE shoe_key IS NOT NULL AND is_late IS NOT TRUE
)
GROUP BY shoe_key

-- table: stray_steps
-- The sessions in which the shoe of some step cannot be told.
SELECT DISTINCT session_key FROM fact.deck_step WHERE shoe_key IS NULL

-- table: shoeless_hands
-- The sessions with a hand of which it is not told from which shoe it was dealt.
SELECT DISTINCT session_key FROM log.hands WHERE shoe_key IS NULL

-- table: cutter_told
-- One row for each event of the cutter's coming out: its shoe, and the hand during or after which it did (NULL:
-- not known, as where it says neither and an event was lost).
SELECT e.session_key, coalesce(e.shoe_key, h.shoe_key, n.shoe_key) AS shoe_key, e.happened_at,
    coalesce(e.hand_key, CASE WHEN o.events_complete THEN p.bears_on - 1 END) AS hand_key
FROM log.events AS e JOIN fact.event_place AS p USING (event_key)
JOIN fact.session_numbers AS o ON o.session_key = e.session_key
LEFT JOIN log.hands AS h ON h.hand_key = e.hand_key
LEFT JOIN log.hands AS n ON e.hand_key IS NULL AND o.events_complete AND n.session_key = e.session_key AND n.hand_key = p.bears_on - 1
WHERE e.type = 'cutter_out'

-- table: session_cutters
-- The sessions that log the cutter's coming out as an event, and whether of each of these it is known of which shoe.
SELECT session_key, bool_and(shoe_key IS NOT NULL) AS shoes_are_told FROM fact.cutter_told GROUP BY session_key

-- table: cutter_seen
-- One row for each shoe whose cutter came out: the hand during or after which it did (cutter_hand_key,
-- NULL where the log does not tell), and the moment of it. position: NULL where it is not logged.
WITH once AS (
    SELECT shoe_key, min(hand_key) AS hand_key, min(happened_at) AS happened_at
    FROM fact.cutter_told WHERE shoe_key IS NOT NULL GROUP BY shoe_key
)
SELECT z.shoe_key, z.session_key, z.cutter_idx, z.cutter_position, e.happened_at,
    coalesce(c.hand_key, e.hand_key) AS cutter_hand_key
FROM log.shoes AS z
LEFT JOIN log.hands AS c ON c.session_key = z.session_key AND c.hand_id = z.cutter_hand_id
LEFT JOIN once AS e ON e.shoe_key = z.shoe_key
WHERE e.shoe_key IS NOT NULL OR coalesce(z.cutter_hand_id, z.cutter_position, z.cutter_idx::VARCHAR) IS NOT NULL

-- table: cutter_hand
-- One row for each of these shoes whose cutter's hand is known: the last hand that may be dealt from it.
-- A cutter met "between" two hands, at a time when the second had begun, was its first card; it may have
-- been where an event was lost. No hand is the last where the order of the session's hands is not known.
SELECT c.shoe_key, c.cutter_hand_key, c.cutter_position, c.happened_at,
    CASE WHEN c.cutter_position = 'between' AND (n.started_at <= c.happened_at OR NOT z.events_complete)
            THEN coalesce(n.hand_key, c.cutter_hand_key)
        ELSE c.cutter_hand_key END AS last_lawful_key
FROM fact.cutter_seen AS c JOIN log.shoes AS z USING (shoe_key)
LEFT JOIN log.hands AS n ON n.session_key = c.session_key AND n.hand_key = c.cutter_hand_key + 1
WHERE c.cutter_hand_key IS NOT NULL
    AND c.session_key NOT IN (SELECT session_key FROM log.numbered_again WHERE NOT are_timed)

-- table: hand_out
-- One row for each hand of these shoes: the cards that it took out of the shoe (NULL: not all are known).
-- Cards logged one by one count whether cancelled or not; else the two sides' cards count.
SELECT h.hand_key, h.shoe_key, h.hand_key - c.cutter_hand_key AS after_cutter, h.hand_key > c.last_lawful_key AS is_late,
    CASE WHEN d.cards_out >= (length(h.punto_cards) + length(h.banca_cards) + 2) // 3 AND h.cards_complete
            THEN d.cards_out
        WHEN d.hand_key IS NULL AND h.cards_complete
            THEN (length(h.punto_cards) + length(h.banca_cards) + 2) // 3 END AS cards_out
FROM fact.cutter_hand AS c JOIN log.hands AS h USING (shoe_key) LEFT JOIN fact.hand_cards AS d USING (hand_key)

-- table: shoe_out
-- One row for each of these shoes: cards dealt before the cutter's hand and up to its end (NULL: not all
-- known), and the first hand dealt after it (NULL: none).
SELECT shoe_key,
    CASE WHEN count(*) FILTER (after_cutter < 0) = count(cards_out) FILTER (after_cutter < 0)
        THEN coalesce(sum(cards_out) FILTER (after_cutter < 0), 0) END::BIGINT AS out_before_hand,
    CASE WHEN count(*) FILTER (after_cutter <= 0) = count(cards_out) FILTER (after_cutter <= 0)
        THEN sum(cards_out) FILTER (after_cutter <= 0) END::BIGINT AS out_after_hand,
    min(hand_key) FILTER (is_late) AS late_hand_key, count(*) FILTER (is_late) AS late_hands
FROM fact.hand_out
GROUP BY shoe_key

-- table: cutter_moment
-- One row for each shoe whose cutter came out during a hand with timed cards: how many of the hand's cards
-- were out by then; NULL where the clock does not tell, or a card of the hand was lost.
SELECT h.shoe_key,
    CASE WHEN bool_and(x.cards_complete) AND count(*) = count(c.happened_at) AND count(*) FILTER (c.happened_at = h.happened_at) = 0
        THEN count(*) FILTER (c.happened_at < h.happened_at) END AS out_by_then
FROM fact.cutter_hand AS h JOIN log.cards AS c ON c.hand_key = h.cutter_hand_key
JOIN log.hands AS x ON x.hand_key = h.cutter_hand_key
WHERE h.cutter_position = 'during' AND h.happened_at IS NOT NULL AND c.dealt_to <> 'burn'
GROUP BY h.shoe_key

-- table: shoe_burned
-- One row for each of these shoes that burned cards: how many until the cutter came out (NULL: not known).
SELECT d.shoe_key, CASE WHEN count(*) = count(d.cards) AND count(*) = count(d.bears_on)
    THEN coalesce(sum(d.cards) FILTER (d.bears_on <= c.cutter_hand_key), 0) END::BIGINT AS burned
FROM fact.deck_step AS d JOIN fact.cutter_hand AS c USING (shoe_key)
WHERE d.type = 'burn'
GROUP BY d.shoe_key

-- table: shoe_runs
-- One row for each shoe with cards dealt one by one: pairs of neighbouring cards within its hands, and
-- how many of them are of one suit and rise by one rank (for the test of the shuffle).
WITH six AS (
    SELECT h.shoe_key, codes & 63 AS a, (codes >> 6) & 63 AS b, (codes >> 12) & 63 AS c, (codes >> 18) & 63 AS d,
        (codes >> 24) & 63 AS e, (codes >> 30) & 63 AS f
    FROM fact.hand_cards AS x JOIN log.hands AS h USING (hand_key)
    WHERE h.shoe_key IS NOT NULL
)
SELECT shoe_key, sum((a > 0 AND b > 0)::INT + (b > 0 AND c > 0)::INT + (c > 0 AND d > 0)::INT
        + (d > 0 AND e > 0)::INT + (e > 0 AND f > 0)::INT)::BIGINT AS pairs,
    sum((b = a + 1 AND a % 13 <> 0)::INT + (c = b + 1 AND b % 13 <> 0)::INT
        + (d = c + 1 AND c % 13 <> 0)::INT + (e = d + 1 AND d % 13 <> 0)::INT
        + (f = e + 1 AND e % 13 <> 0)::INT)::BIGINT AS rising
FROM six
GROUP BY shoe_key

-- table: shoe_faces
-- One row for each shoe with cards dealt one by one: the card that came out most often, and how often
-- (cards marked as cancelled left out). all_were_seen: none is logged as not seen.
WITH faces AS (
    SELECT shoe_key, card, count(*) AS seen
    FROM log.cards WHERE shoe_key IS NOT NULL AND NOT coalesce(cancelled, false)
    GROUP BY shoe_key, card
),
most AS (
    SELECT shoe_key, max({'seen': seen, 'card': card}) FILTER (card <> '??') AS commonest, bool_and(card <> '??') AS all_were_seen
    FROM faces GROUP BY shoe_key
)
SELECT shoe_key, commonest.seen AS copies_seen, commonest.card AS commonest_card, all_were_seen
FROM most

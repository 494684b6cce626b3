-- table: board_deal
-- One row for each board: what its deal has to be measured by (Law 6 B). Four equal hands below the full
-- size are an end position, and a deal with a hidden hand is judged only by what it shows: NULL for both.
SELECT b.subject, b.session_key,
    CASE WHEN NOT is_end_position THEN fewest_cards END AS fewest_in_a_hand,
    CASE WHEN is_end_position THEN NULL WHEN fewest_cards IS NOT NULL OR most_cards > hand_size
        THEN most_cards END AS most_in_a_hand,
    CASE WHEN is_end_position THEN NULL WHEN fewest_cards IS NOT NULL OR cards_repeated > 0
        THEN cards_repeated END AS cards_twice
FROM (
    SELECT *, fewest_cards = most_cards AND fewest_cards < p.hand_size AS is_end_position
    FROM fact.board JOIN norm.parameters AS p USING (session_key)
) AS b

-- view: board_pack
-- One row for each board: whether its pack was mixed from the order in which it lay (Law 6 D 2): the
-- hands show it where the log tells the order card by card; else a sorted pack needs a shuffle.
SELECT subject, session_key,
    CASE WHEN deal_follows_prior_order IS NOT NULL THEN NOT deal_follows_prior_order
        WHEN prior_order_is_sorted THEN pack_was_shuffled
        WHEN NOT prior_order_is_sorted THEN true END AS pack_was_mixed
FROM fact.board

-- view: board
-- One row for each board: its facts, and what Law 6 asks of it.
-- deal_is_misdealt: a hand of another size, or a card twice (Law 6 D 1). pack_was_mixed: what the order
-- of the pack before the shuffle shows (Law 6 D 2). replay_*: whether an event that plays deals again
-- excuses it; false where nothing has to be excused, NULL where the log does not say.
-- shuffler_is_dealer: the pack was shuffled by whom the log names as dealer; for assistants, by anyone,
-- since the Director may designate whom he likes (Law 6 E). *_es, *_en: who dealt and shuffled, the dealer and the
-- sides vulnerable, the board's own and its copies', in words.
SELECT fact.*, d.fewest_in_a_hand, d.most_in_a_hand, d.cards_twice,
    NOT (d.fewest_in_a_hand = p.hand_size AND d.most_in_a_hand = p.hand_size AND d.cards_twice = 0) AS deal_is_misdealt,
    m.pack_was_mixed,
    CASE WHEN fact.deal_is_in_other_session THEN fact.replay_event ELSE false END AS replay_excuses_repeat,
    CASE WHEN fact.deal_is_sorted THEN fact.replay_event ELSE false END AS replay_excuses_order,
    CASE WHEN NOT m.pack_was_mixed THEN fact.replay_event ELSE false END AS replay_excuses_pack,
    CASE fact.dealt_by WHEN 'players' THEN fact.shuffled_by = 'player'
        WHEN 'director' THEN fact.shuffled_by = 'director'
        WHEN 'assistant' THEN CASE WHEN fact.shuffled_by IS NOT NULL THEN true END
        WHEN 'machine' THEN fact.shuffled_by = 'machine' END AS shuffler_is_dealer,
    CASE fact.dealer WHEN 'N' THEN 'Norte' WHEN 'E' THEN 'Este' WHEN 'S' THEN 'Sur' WHEN 'W' THEN 'Oeste' END AS dealer_es,
    CASE fact.dealer WHEN 'N' THEN 'North' WHEN 'E' THEN 'East' WHEN 'S' THEN 'South' WHEN 'W' THEN 'West' END AS dealer_en,
    CASE fact.original_dealer WHEN 'N' THEN 'Norte' WHEN 'E' THEN 'Este' WHEN 'S' THEN 'Sur' WHEN 'W' THEN 'Oeste' END AS original_dealer_es,
    CASE fact.original_dealer WHEN 'N' THEN 'North' WHEN 'E' THEN 'East' WHEN 'S' THEN 'South' WHEN 'W' THEN 'West' END AS original_dealer_en,
    CASE fact.vulnerable WHEN 'None' THEN 'nadie' WHEN 'NS' THEN 'Norte-Sur' WHEN 'EW' THEN 'Este-Oeste' WHEN 'All' THEN 'todos' END AS vulnerable_es,
    CASE fact.vulnerable WHEN 'None' THEN 'nobody' WHEN 'NS' THEN 'North-South' WHEN 'EW' THEN 'East-West' WHEN 'All' THEN 'everybody' END AS vulnerable_en,
    CASE fact.original_vulnerable WHEN 'None' THEN 'nadie' WHEN 'NS' THEN 'Norte-Sur' WHEN 'EW' THEN 'Este-Oeste' WHEN 'All' THEN 'todos' END AS original_vulnerable_es,
    CASE fact.original_vulnerable WHEN 'None' THEN 'nobody' WHEN 'NS' THEN 'North-South' WHEN 'EW' THEN 'East-West' WHEN 'All' THEN 'everybody' END AS original_vulnerable_en,
    CASE fact.dealt_by WHEN 'players' THEN 'los jugadores' WHEN 'director' THEN 'el Director' WHEN 'assistant' THEN 'un ayudante del Director' WHEN 'machine' THEN 'una máquina' END AS dealt_by_es,
    CASE fact.dealt_by WHEN 'players' THEN 'the players' WHEN 'director' THEN 'the Director' WHEN 'assistant' THEN 'an assistant of the Director' WHEN 'machine' THEN 'a machine' END AS dealt_by_en,
    CASE fact.shuffled_by WHEN 'player' THEN 'un jugador' WHEN 'director' THEN 'el Director' WHEN 'supervisor' THEN 'un supervisor' WHEN 'dealer' THEN 'un dealer' WHEN 'machine' THEN 'una máquina' END AS shuffled_by_es,
    CASE fact.shuffled_by WHEN 'player' THEN 'a player' WHEN 'director' THEN 'the Director' WHEN 'supervisor' THEN 'a supervisor' WHEN 'dealer' THEN 'a dealer' WHEN 'machine' THEN 'a machine' END AS shuffled_by_en
FROM fact.board AS fact
JOIN due.board_deal AS d USING (subject, session_key)
JOIN due.board_pack AS m USING (subject, session_key)
JOIN norm.parameters AS p USING (session_key)

-- view: event
-- One row for each event: its facts, and whether the Director's ruling cites the law for cards seen later.
SELECT fact.*, regexp_matches(upper(fact.ruling),
    '(^|[^0-9])(' || p.later_sight_law || '|' || p.auction_sight_law || ')([^0-9]|$)') AS ruling_cites_law
FROM fact.event AS fact JOIN norm.parameters AS p USING (session_key)

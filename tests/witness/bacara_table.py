"""A table of bacará that logs all that happens at it, and the hands dealt there."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random

from tests.witness.bacara_shoe import Shoe, coup, value

Row = dict[str, str | None]
PLACES = range(1, 10)
OPENING = time(20)
RATES = ("0.05", "0.05", "0.05", "0.05", "0.05", "0.04", "0.10", "0")
HUNDREDTH = Decimal("0.01")


class Table:
    """A table, its players, its shoe and its log."""

    def __init__(self, seed: int, day: date) -> None:
        self.opened = datetime.combine(day, OPENING)
        self.random = Random(seed)  # noqa: S311  # chance for a test, not a secret
        self.events: list[Row] = []
        self.hands: list[Row] = []
        self.bets: list[Row] = []
        self.cards: list[Row] = []
        self.shoes: list[Row] = []
        self.seats: dict[int, str] = {}
        self.waiting: list[str] = []
        self.people = 0
        self.clock = 0
        self.shoe = Shoe(self.random, 1)
        self.tells_cards = self.chance(70)
        self.is_opened = False

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def now(self, seconds: int = 0) -> str:
        """Give the time, after so many seconds more."""
        self.clock += seconds
        return (self.opened + timedelta(seconds=self.clock)).isoformat()

    def say(self, kind: str, player: str | None = None, amount: object = None, **more: str) -> None:
        """Log an event of a player, at his seat if he has one."""
        seat = next((seat for seat, who in self.seats.items() if who == player), None)
        posture = None if player is None else "seated" if seat else "standing"
        told: Row = {
            "session_id": "s", "seq": str(len(self.events) + 1), "type": kind, "player_id": player,
            "seat": str(seat) if seat else None, "posture": posture, "at": self.now(3),
            "amount": None if amount is None else f"{amount:.2f}",
        }  # fmt: skip
        self.events.append({**told, **more})

    # ── seats and the waiting list ───────────────────────────────────────────────────────────────
    def sit(self) -> None:
        """Seat somebody: mostly the first who waits, or a new player, or one of another table."""
        free = [seat for seat in PLACES if seat not in self.seats]
        if not free:
            return
        self.people += 1
        player = f"P{self.people}" if self.chance(97) else self.random.choice(("X1", "X2", "X3"))
        if self.waiting and self.chance(60):
            player = self.waiting.pop(0 if self.chance(70) else -1)
            if self.chance(70):
                self.say("waitlist_left", player)
        if player not in self.seats.values():
            self.seats[self.random.choice(free)] = player
            self.say("seat_taken", player)

    def wait(self) -> None:
        """Put somebody on the waiting list, or take one off it."""
        if self.waiting and self.chance(30):
            self.say("waitlist_left", self.waiting.pop())
            return
        self.people += 1
        self.waiting.append(f"P{self.people}")
        self.say("waitlist_joined", self.waiting[-1])

    def rise(self, player: str) -> None:
        """Let a player leave his seat; now and then it is kept for him, and taken again."""
        seat = next(seat for seat, who in self.seats.items() if who == player)
        self.say("seat_left" if self.chance(85) else "seat_reserved", player)
        is_kept = self.events[-1]["type"] == "seat_reserved"
        del self.seats[seat]
        if is_kept and self.chance(80):
            self.people += 1
            self.seats[seat] = player if self.chance(60) else f"P{self.people}"
            self.say("seat_taken", self.seats[seat])

    # ── shoes ────────────────────────────────────────────────────────────────────────────────────
    def open_shoe(self) -> None:
        """Make the steps before a shoe's first hand."""
        self.is_opened = True
        self.shoes.append(self.shoe.row)
        for step in self.shoe.steps():
            told = {"shoe_id": self.shoe.name} if self.chance(90) else {}
            count = self.shoe.count(step)
            self.say(step, **told, **({} if count is None else {"count": count}))

    def mind_cutter(self, hand: str, position: str) -> None:
        """Tell that the cutter appeared during a hand, or after it."""
        row = self.shoe.row
        if self.shoe.shows_cutter and "cutter_hand_id" not in row:
            row["cutter_hand_id"], row["cutter_position"] = hand, position
            if self.chance(95):
                self.say("cutter_out", hand_id=hand)
            if self.chance(10):
                row["cutter_hand_id"] = row["cutter_position"] = None

    def change_shoe(self) -> None:
        """Take another shoe once the cutter has appeared; now and then go on with this one."""
        if "cutter_hand_id" in self.shoe.row and self.chance(85):
            self.shoe = Shoe(self.random, self.shoe.number + 1)
            self.is_opened = False

    # ── hands ────────────────────────────────────────────────────────────────────────────────────
    def deal(self, banker: str, bank: Decimal) -> Decimal:
        """Deal a hand; give what the banker won."""
        if not self.is_opened:
            self.open_shoe()
        number = len(self.hands) + 1
        hand = f"h{number}"
        started = self.now(self.random.choice((0, 5)))
        bets = self.bet(hand, banker, bank)
        self.say("bets_closed", hand_id=hand)
        if self.chance(4):
            self.move(banker)
        self.clock += 5
        punto, banca = coup(self.shoe, self.random)
        between = self.chance(30)
        self.turn_up(hand, punto, banca, shows=not between)
        self.join(hand)
        own, other = (sum(map(value, side)) % 10 for side in (punto, banca))
        sign = (other > own) - (own > other)
        result = sign * sum(bets, Decimal(0))
        seat = next((seat for seat, who in self.seats.items() if who == banker), None)
        self.hands.append({
            "hand_id": hand, "session_id": "s", "hand_no": str(number), "shoe_id": self.shoe.name,
            "started_at": started, "ended_at": self.now(self.random.choice((1, 5))),
            "punto_cards": " ".join(punto), "banca_cards": " ".join(banca),
            "punto_total": str((own + self.chance(4)) % 10), "banca_total": str(other),
            "winner": ("punto", "tie", "banca")[sign + 1], "bank_amount": f"{bank:.2f}",
            "banker_player_id": banker, "banker_seat": str(seat) if seat else None,
            "banker_result": f"{result:.2f}", "deduction": self.deducted(result),
        })  # fmt: skip
        self.spoil(self.hands[-1])
        self.mind_cutter(hand, "between")
        self.change_shoe()
        return Decimal(self.hands[-1]["banker_result"] or 0)

    def deducted(self, result: Decimal) -> str:
        """Give what is taken of a result: mostly the twentieth, rounded in some way."""
        due = max(result, Decimal(0)) * Decimal(self.random.choice(RATES))
        if self.chance(3):
            due += Decimal("0.01")
        unit = Decimal(self.random.choice(("0.01", "0.01", "0.01", "0.1", "0.5", "1", "5")))
        rounded = (due / unit).to_integral_value(
            rounding=self.random.choice(("ROUND_HALF_UP", "ROUND_DOWN", "ROUND_UP"))
        ) * unit
        return f"{rounded:.2f}"

    def spoil(self, hand: Row) -> None:
        """Now and then write something else than what was."""
        if self.chance(3):
            hand["winner"] = self.random.choice(("punto", "banca", "tie"))
        if self.chance(2):
            hand["banca_total"] = str(self.random.randrange(11))
        if self.chance(2):
            hand[self.random.choice(("punto_total", "winner", "deduction"))] = None
        if self.chance(1) and not self.tells_cards:
            hand["punto_cards"] = None

    def bet(self, hand: str, banker: str, bank: Decimal) -> list[Decimal]:
        """Let the others bet; they offer more than the bank at times, and are served in order."""
        own = next((seat for seat, who in self.seats.items() if who == banker), None)
        others = [(seat, who) for seat, who in self.seats.items() if who != banker]
        others.sort(key=lambda each: (each[0] - (own or 0) - 1) % 9)
        bettors: list[tuple[int | None, str]] = [each for each in others if self.chance(85)]
        bettors += [(None, f"S{n}") for n in range(self.random.choice((0, 0, 0, 1, 2)))]
        left, stakes = bank, []
        unit = self.random.choice((Decimal(20), Decimal(50), Decimal("12.34")))
        if self.chance(5):
            self.random.shuffle(bettors)
        for at, (seat, player) in enumerate(bettors):
            asked = unit * self.random.randrange(1, 6)
            stake = max(min(asked, left), Decimal(0)) if self.chance(97) else min(asked, bank)
            left -= stake
            stakes.append(stake)
            self.bets.append({
                "bet_id": f"{hand}-{at}", "hand_id": hand, "player_id": player,
                "seat": str(seat) if seat else None, "kind": "against_bank",
                "posture": "seated" if seat else "standing", "stake": f"{stake:.2f}",
                "asked": f"{asked:.2f}" if self.chance(99) else None,
            })  # fmt: skip
            self.misplace(self.bets[-1])
        return stakes

    def misplace(self, bet: Row) -> None:
        """Now and then let a bet come from another seat than its player's."""
        if bet["posture"] == "standing":
            bet["seat"] = "4" if self.chance(20) else None
        elif self.chance(1):
            bet["seat"] = self.random.choice(("0", "10", "1", "5"))
        elif self.chance(1) and len(self.bets) > 1:
            bet["player_id"] = self.bets[-2]["player_id"]

    def turn_up(self, hand: str, punto: list[str], banca: list[str], *, shows: bool) -> None:
        """Log the cards one by one, where the night does."""
        order = [("punto", punto[:1]), ("banca", banca[:1]), ("punto", punto[1:2]),
                 ("banca", banca[1:2]), ("punto", punto[2:]), ("banca", banca[2:])]  # fmt: skip
        dealt = [(to, card) for to, cards in order for card in cards]
        cutter = self.random.randrange(len(dealt)) if shows else -1
        for idx, (to, card) in enumerate(dealt, 1):
            if self.tells_cards:
                self.cards.append({
                    "hand_id": hand, "idx": str(idx), "to": to, "card": card, "at": self.now(2),
                })  # fmt: skip
            if idx - 1 == cutter:
                self.mind_cutter(hand, "during")

    def move(self, banker: str) -> None:
        """Let a player take another seat while a hand is dealt, or somebody sit down."""
        free = [seat for seat in PLACES if seat not in self.seats]
        others = [seat for seat, who in self.seats.items() if who != banker]
        if not free or not others or self.chance(30):
            self.sit()
            return
        seat = self.random.choice(others)
        player = self.seats.pop(seat)
        if self.chance(50):
            self.seats[seat] = player
            self.say("seat_left", player)
            del self.seats[seat]
        self.seats[free[0]] = player
        self.say("seat_taken", player)

    def join(self, hand: str) -> None:
        """Let somebody become the banker's partner, too late."""
        if self.chance(2):
            more = {"hand_id": hand} if self.chance(50) else {}
            self.say("partner_joined", "Q", self.random.choice((0, 50)), accepted="true", **more)

    def partner(self) -> None:
        """Let somebody become the banker's partner, or settle with him."""
        accepted = self.random.choice(("true", "true", "true", "false", None))
        amount = self.random.choice((50, 100, 0, None))
        self.say("partner_joined", self.random.choice(("Q", *self.seats.values())), amount)
        self.events[-1]["accepted"] = accepted

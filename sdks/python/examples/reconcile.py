"""Checks the books through the API: every deposited dollar is in the wallet, on a card, or spent.

CARDWRIGHT_API_KEY=sk_test_… python examples/reconcile.py
"""

from collections import defaultdict
from decimal import Decimal

from cardwright import Cardwright


def main() -> None:
    with Cardwright() as client:
        wallet = client.wallet.balance()
        on_cards = Decimal(0)
        for card in client.cards.list(per_page=100):
            on_cards += card.balance + card.held

        # Amounts are Decimal, so sums are exact to the cent.
        spent: defaultdict[str, Decimal] = defaultdict(Decimal)
        for kind in ("settlement", "refund"):
            for transaction in client.transactions.list(type=kind, per_page=100):
                spent[transaction.merchant.name] -= transaction.amount

    for merchant, amount in sorted(spent.items(), key=lambda each: -each[1])[:10]:
        print(f"{amount:12.2f}  {merchant}")
    total = sum(spent.values(), Decimal(0))
    print(f"{wallet.total_deposited:12.2f}  deposited")
    print(f"{wallet.balance:12.2f}  in the wallet")
    print(f"{on_cards:12.2f}  on cards")
    print(f"{total:12.2f}  spent")
    missing = wallet.total_deposited - wallet.balance - on_cards - total
    if missing or total != wallet.total_spent:
        raise SystemExit(f"{missing:.2f} USD are not accounted for; did something move meanwhile? Run it again.")
    print("every cent is accounted for")


if __name__ == "__main__":
    main()

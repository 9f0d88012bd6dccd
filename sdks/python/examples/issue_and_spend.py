"""Issues a card, spends with it at a sandbox merchant, and shows where the money went.

CARDWRIGHT_API_KEY=sk_test_… python examples/issue_and_spend.py
"""

from cardwright import Cardwright, InsufficientFundsError


def main() -> None:
    with Cardwright() as client:
        product = next(each for each in client.bins.list() if "advertising" in each.best_for or each.network == "visa")
        try:
            card = client.cards.create(bin_id=product.id, amount=100, label="Ads", allowed_categories=["advertising"])
        except InsufficientFundsError:
            raise SystemExit("the wallet is empty: client.sandbox.deposits.create(…, confirm=True) fills it")
        print(f"{card.network} •••• {card.last4} holds {card.balance:.2f} USD")

        # The card number for a merchant's form. The printed object is masked; do not log its fields.
        details = client.cards.details(card.id)
        outcome = client.sandbox.authorizations.create(
            pan=details.pan,
            cvv=details.cvv,
            exp_month=details.exp_month,
            exp_year=details.exp_year,
            amount=42.5,
            merchant={"name": "Acme Ads", "mcc": "7311", "country": "US"},
        )
        assert outcome.approved and outcome.transaction is not None, outcome.decline_reason
        client.sandbox.authorizations.settle(outcome.transaction.id)

        # A decline is an answer, not an exception.
        refused = client.sandbox.authorizations.create(
            card_id=card.id, amount=5, merchant={"name": "Corner Shop", "mcc": "5411", "country": "US"}
        )
        print(f"groceries: {refused.decline_reason}")

        for transaction in client.transactions.list(card_id=card.id):
            print(f"{transaction.type:13} {transaction.amount:8.2f}  {transaction.merchant.name}")
        closed = client.cards.terminate(card.id)
        print(f"terminated, {closed.refunded_amount:.2f} USD back in the wallet")


if __name__ == "__main__":
    main()

import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useWorkspaceNow } from '../api/clock.ts'
import type { AuthorizationOutcome } from '../api/schemas.ts'
import { declineInWords } from '../controls/decline-in-words.ts'
import { money } from '../ui/amounts.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { declineReasons } from '../ui/declines.ts'
import { shop } from './products.ts'

/** The shop's messages to its customer. They say no more than the customer can act on. */
const told: Record<NonNullable<AuthorizationOutcome['decline_reason']>, string> = {
  invalid_card: 'We do not know this card. Please check the number.',
  card_terminated: 'This card has been closed. Please use another one.',
  card_frozen: 'This card is blocked at the moment. Unblock it, or use another one.',
  card_expired: 'This card has expired. Please use another one.',
  expiry_mismatch: 'The expiry date does not match the card. Please check it.',
  cvv_mismatch: 'The security code does not match the card. Please check it.',
  authentication_required: 'Your bank needs to confirm your identity. Please try again with a passcode.',
  authentication_failed: 'Your bank could not confirm your identity. Please try again.',
  transaction_limit_exceeded: 'This is more than the card may pay in one purchase. Please split the order.',
  category_not_allowed: 'This card may not be used for what we sell. Please use another one.',
  merchant_not_allowed: 'This card may not be used in our shop. Please use another one.',
  country_not_allowed: 'This card may not be used in our country. Please use another one.',
  outside_active_period: 'This card may not be used at this time. Please use another one.',
  use_limit_reached: 'This card has been used up. Please use another one.',
  limit_exceeded: 'This card has reached one of its limits. Please use another one.',
  rule_declined: 'Your bank declined the payment. Please use another card.',
  hook_declined: 'Your bank declined the payment. Please use another card.',
  hook_unavailable: 'Your bank could not be reached. Please try again later.',
  spending_limit_exceeded: 'This card has reached its limit for the month. Please use another one.',
  insufficient_funds: 'There is not enough money on this card. Top it up, or use another one.',
  declined_by_processor: 'Your bank declined the payment. Please use another card.',
}

const READ_AGAIN_MS = 30_000

type Props = { outcome: AuthorizationOutcome; total: number; onAgain: () => void; onRetry: () => void }

export function Receipt({ outcome, total, onAgain, onRetry }: Props) {
  const { approved, decline_reason, transaction } = outcome
  const now = useWorkspaceNow(READ_AGAIN_MS, true)
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 px-6 py-10 text-center" role="status">
      {approved ? (
        <CircleCheck className="size-12 text-good" aria-hidden />
      ) : (
        <CircleX className="size-12 text-bad" aria-hidden />
      )}
      <h2 className="font-serif text-2xl">{approved ? 'Thank you for your order' : 'The payment was declined'}</h2>
      <p className="text-soft">
        {approved ? `${money(total)} to ${shop.name}. Your parcel leaves tomorrow.` : told[decline_reason!]}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {approved ? (
          <Button look="primary" onClick={onAgain}>
            Buy something else
          </Button>
        ) : (
          <>
            <Button look="primary" onClick={onRetry}>
              Try another card
            </Button>
            <Button onClick={onAgain}>Change the basket</Button>
          </>
        )}
      </div>
      <div className="mt-2 grid w-full gap-2 rounded-xl bg-sunken px-4 py-3.5 text-left text-sm">
        <p className="text-[13px] font-medium text-soft">For developers</p>
        <p>
          {approved ? 'Approved. ' : 'Declined with '}
          {!approved && <code className="font-mono text-[13px]">{decline_reason}</code>}
          {approved && 'The money is held until the shop settles it.'}
        </p>
        {!approved && (
          <p>{(transaction && declineInWords(transaction, now)) ?? declineReasons[decline_reason!].because}</p>
        )}
        <p className="text-[13px] text-soft">
          To the card this shop is merchant <code className="font-mono">{shop.id}</code> in {shop.city}, {shop.country},
          category {shop.mcc}.
        </p>
        {transaction ? (
          <Link to={`/transactions/${transaction.id}`} className={buttonLook('secondary', 'small')}>
            Show the transaction
          </Link>
        ) : (
          <p className="text-soft">A card number that was never issued creates no transaction.</p>
        )}
      </div>
    </div>
  )
}

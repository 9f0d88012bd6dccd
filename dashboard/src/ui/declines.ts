// Why a purchase was declined, and what can be done about it.

import type { FullTransaction } from '../api/schemas.ts'

export type DeclineReason = NonNullable<FullTransaction['decline_reason']>

type Explained = { title: string; because: string; remedy: string }

export const declineReasons: Record<DeclineReason, Explained> = {
  invalid_card: {
    title: 'There is no such card',
    because: 'The merchant sent a number that was never issued.',
    remedy: 'Copy the number from the card page again; one digit was probably mistyped.',
  },
  card_terminated: {
    title: 'The card is terminated',
    because: 'Terminated cards decline every purchase, for good.',
    remedy: 'Create another card and give its number to the merchant.',
  },
  card_frozen: {
    title: 'The card was frozen',
    because: 'Somebody froze it, or its balance fell below its threshold for an automatic freeze.',
    remedy: 'Unfreeze it on the card page, then let the merchant try again.',
  },
  card_expired: {
    title: 'The card has expired',
    because: 'The last day of the month printed on it is over.',
    remedy: 'Create another card and give its number and date to the merchant.',
  },
  expiry_mismatch: {
    title: 'Wrong expiry date',
    because: 'The month or year that the merchant sent is not the one of the card.',
    remedy: 'Reveal the card, compare the date, and enter it anew at the merchant.',
  },
  cvv_mismatch: {
    title: 'Wrong CVV',
    because: 'The three digits that the merchant sent are not those of the card.',
    remedy: 'Reveal the card, and enter the CVV anew. If you did not make this purchase, freeze the card.',
  },
  authentication_required: {
    title: 'The passcode was not entered',
    because: 'The merchant asked for 3-D Secure, and charged the card before the passcode was given.',
    remedy: 'Buy again, and enter the passcode of the 3-D Secure page in the shop within five minutes.',
  },
  authentication_failed: {
    title: 'The passcode check failed',
    because:
      'The 3-D Secure challenge had expired, was used before, belonged to another card, or was for a smaller amount.',
    remedy: 'Buy again, and use the new passcode from the 3-D Secure page.',
  },
  transaction_limit_exceeded: {
    title: 'Too much for one purchase',
    because: 'The amount is above what the BIN of this card allows for a single purchase.',
    remedy: 'Split the payment, or create a card of a BIN with a higher limit.',
  },
  category_not_allowed: {
    title: 'This kind of merchant is not allowed',
    because: "The merchant's category is not among those that the card may be used for.",
    remedy: 'Add the category to the card, or use a card without that limit.',
  },
  spending_limit_exceeded: {
    title: "The month's limit is used up",
    because: 'With this purchase the card would have spent more than its limit for the month.',
    remedy: 'Raise the spending limit on the card page, or wait for the next month (UTC).',
  },
  insufficient_funds: {
    title: 'Not enough on the card',
    because: 'The balance of the card was below the amount. Money in the wallet does not count.',
    remedy: 'Fund the card from the wallet, then let the merchant try again.',
  },
  declined_by_processor: {
    title: 'The processor declined it',
    because: 'The processor or the card network refused the purchase without asking us.',
    remedy: 'Its own word for the reason stands in the timeline. Ask the processor where it is not plain.',
  },
}

/** The shortest way to say it. */
export function declineWords(reason: string): string {
  return declineReasons[reason as DeclineReason]?.title ?? reason
}

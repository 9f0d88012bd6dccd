// Explains in plain words why a purchase was declined and what can be done about it. The API, the command line and the
// dashboard all take the words from here. It imports nothing of the server, so that the dashboard can include it.

import type { DeclineReason } from '../ledger/decline-reasons.ts'

export type DeclineWords = {
  /** The reason in a few words. */
  title: string
  because: string
  remedy: string
}

export const declineWords: Record<DeclineReason, DeclineWords> = {
  invalid_card: {
    title: 'There is no such card',
    because: 'The merchant sent a number that was never issued.',
    remedy: 'Copy the number from the card again; one digit was probably mistyped.',
  },
  card_terminated: {
    title: 'The card is terminated',
    because: 'Terminated cards decline every purchase, permanently.',
    remedy: 'Create another card and give its number to the merchant.',
  },
  card_frozen: {
    title: 'The card is frozen',
    because: 'Somebody froze it, or its balance fell below its threshold for an automatic freeze.',
    remedy: 'Unfreeze the card, then let the merchant try again.',
  },
  card_expired: {
    title: 'The card has expired',
    because: 'The last day of the month printed on it is over.',
    remedy: 'Create another card and give its number and date to the merchant.',
  },
  expiry_mismatch: {
    title: 'Wrong expiry date',
    because: 'The month or year that the merchant sent is not the one of the card.',
    remedy: 'Reveal the card, compare the date, and enter it again at the merchant.',
  },
  cvv_mismatch: {
    title: 'Wrong CVV',
    because: 'The three digits that the merchant sent are not those of the card.',
    remedy: 'Reveal the card, and enter the CVV again. If you did not make this purchase, freeze the card.',
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
    because: "The merchant's category is blocked, or is not among those that the card may be used for.",
    remedy: 'Change the categories of the card, or use another card.',
  },
  merchant_not_allowed: {
    title: 'This merchant is not allowed',
    because:
      'The merchant is blocked, is not on the list of allowed ones, or is not the one that the card is bound to.',
    remedy: 'Change the merchants in the controls of the card, or use another card.',
  },
  country_not_allowed: {
    title: "The merchant's country is not allowed",
    because: 'The card may not be used at merchants in this country.',
    remedy: 'Change the countries in the controls of the card, or use another card.',
  },
  outside_active_period: {
    title: 'Outside the time of this card',
    because: 'The controls of the card say from when and until when it may be used.',
    remedy: 'Change the period in the controls of the card, or wait until it begins.',
  },
  use_limit_reached: {
    title: 'The card has no uses left',
    because:
      'Every purchase that the controls of the card grant has been made, or merchants have checked the card three times with small amounts.',
    remedy: 'Grant more uses in the controls of the card, or create another card.',
  },
  spending_limit_exceeded: {
    title: "The month's limit is used up",
    because: 'With this purchase the card would have spent more than its limit for the month.',
    remedy: 'Raise the spending limit of the card, or wait for the next month (UTC).',
  },
  limit_exceeded: {
    title: 'A limit of this card is used up',
    because: 'With this purchase the card would have gone above one of the limits in its controls.',
    remedy: 'Raise the limit in the controls of the card, or wait until it resets.',
  },
  insufficient_funds: {
    title: 'Not enough on the card',
    because:
      'The balance of the card was below the amount. Money in the wallet does not count. After the last use has ended a card, a merchant may ask for at most what the card returned to the wallet.',
    remedy: 'Fund the card from the wallet, then let the merchant try again.',
  },
  rule_declined: {
    title: 'A rule declined it',
    because: 'One of the rules of this workspace matched the purchase.',
    remedy: 'Look at the rule that is named; change it, or set it to shadow to see what it would do.',
  },
  hook_declined: {
    title: 'Your server declined it',
    because: 'The decision hook of this workspace answered no.',
    remedy: 'Look at the attempts of the decision hook for the question and the answer.',
  },
  hook_unavailable: {
    title: 'Your server did not answer',
    because: 'The decision hook of this workspace gave no valid answer in time, and its fallback is to decline.',
    remedy: 'Look at the attempts of the decision hook for what went wrong.',
  },
  declined_by_processor: {
    title: 'The processor declined it',
    because: 'The processor or the card network refused the purchase without asking us.',
    remedy: 'Its own word for the reason stands in the timeline. Ask the processor where it is not plain.',
  },
}

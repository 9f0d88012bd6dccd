// What the caller of these tools can do about a decline. The API's own remedies are for people who manage the card: an agent
// can neither unfreeze it nor raise a limit, but it can ask for another card.

import type { DeclineReason } from '../ledger/decline-reasons.ts'

const NEW_CARD =
  'Call report_outcome with `blocked`, then create_spend_request for the exact total including tax and shipping.'

/** For a key that may make spend requests. */
const asked: Record<DeclineReason, string> = {
  invalid_card: 'The number was mistyped. Let whoever types it compare it with the card, and try again.',
  card_terminated: NEW_CARD,
  card_frozen: 'Tell the person that the card is frozen: only a person lifts a freeze.',
  card_expired: NEW_CARD,
  expiry_mismatch: 'The expiry date was mistyped. Let whoever types it compare it with the card, and try again.',
  cvv_mismatch: 'The CVV was mistyped. Let whoever types it compare it with the card, and try again.',
  authentication_required:
    'The shop charged before the passcode was given, or a rule asks for a passcode. Buy again in the shop, call wait_for_passcode, and complete the page of the bank first.',
  authentication_failed: 'Buy again in the shop, call wait_for_passcode, and use the new passcode.',
  transaction_limit_exceeded: 'The amount is above what one purchase may cost. Tell the person.',
  category_not_allowed: 'The card may not be used at this kind of merchant. Tell the person what charged_by says.',
  merchant_not_allowed:
    'The shop charges under another name than the card allows: compare charged_by with allowed. Call report_outcome with `blocked`, then create_spend_request with merchant_name as in charged_by; or ask the person to approve it for the first merchant that charges the card.',
  country_not_allowed: 'The card may not be used in the country of charged_by. Tell the person, or buy elsewhere.',
  outside_active_period: `The time of the card is over, or has not begun. ${NEW_CARD} Ask for a longer valid_for_seconds.`,
  use_limit_reached: `The card was for fewer purchases. ${NEW_CARD}`,
  spending_limit_exceeded: `The card has used its month. Wait until resets_at, or ask for a card of its own: ${NEW_CARD}`,
  limit_exceeded: `A limit of the card is used up, as numbers says. Wait until resets_at, buy for less, or ask for a card of its own: ${NEW_CARD}`,
  insufficient_funds: `The card holds less than the shop asked for, as numbers says. ${NEW_CARD}`,
  rule_declined: 'A rule of the account stopped it, as numbers says. Tell the person; do not try to get around it.',
  hook_declined: 'A program of the account holder said no. Tell the person; do not try to get around it.',
  hook_unavailable: 'A program of the account holder did not answer. Try once more in a minute, then tell the person.',
  declined_by_processor: 'The processor or the card network refused it. Try once more, then tell the person.',
}

/** `canAsk` is whether the caller may make spend requests. */
export function remedyForCaller(
  {
    decline_reason: reason,
    remedy,
    now,
  }: { decline_reason: string | null; remedy: string | null; now: { would_pass: boolean } | null },
  canAsk: boolean,
): string | null {
  if (reason === null) return remedy
  if (now?.would_pass) return 'The same purchase would pass now: try it again.'
  if (canAsk) return asked[reason as DeclineReason]
  return `Ask the person who manages the card. ${remedy ?? ''}`.trim()
}

/** Why a purchase was declined, as one would say it to a colleague. */
const reasons: Record<string, string> = {
  invalid_card: 'No such card number',
  card_terminated: 'The card was terminated',
  card_frozen: 'The card is frozen',
  card_expired: 'The card has expired',
  expiry_mismatch: 'Wrong expiry date',
  cvv_mismatch: 'Wrong security code (CVV)',
  authentication_required: '3-D Secure was not answered',
  authentication_failed: '3-D Secure failed',
  transaction_limit_exceeded: 'Above the limit of one purchase',
  category_not_allowed: 'Merchant category not allowed',
  spending_limit_exceeded: 'Monthly spending limit reached',
  insufficient_funds: 'Not enough money on the card',
}

export function declineWords(reason: string): string {
  return reasons[reason] ?? reason
}

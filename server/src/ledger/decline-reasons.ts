// Why an authorization is declined, in the order of the tests: the first that fails decides. The last reason is not our
// decision: a processor declined without asking us, and its own reason is in the details of the transaction. Rows store
// the number, which never changes, so newer reasons have higher numbers.

export const declineReasons = {
  invalid_card: 1,
  card_terminated: 2,
  card_frozen: 3,
  card_expired: 4,
  expiry_mismatch: 5,
  cvv_mismatch: 6,
  authentication_required: 7,
  authentication_failed: 8,
  transaction_limit_exceeded: 9,
  category_not_allowed: 10,
  merchant_not_allowed: 14,
  country_not_allowed: 15,
  outside_active_period: 16,
  use_limit_reached: 17,
  spending_limit_exceeded: 11,
  limit_exceeded: 18,
  insufficient_funds: 12,
  rule_declined: 19,
  hook_declined: 20,
  hook_unavailable: 21,
  declined_by_processor: 13,
} as const

export type DeclineReason = keyof typeof declineReasons

const names = new Map(Object.entries(declineReasons).map(([name, code]) => [code as number, name as DeclineReason]))

export function declineReasonOf(code: number | null): DeclineReason | null {
  return code === null ? null : names.get(code)!
}

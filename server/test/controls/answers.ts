// Translates between the service and the model: request bodies, and the contents of responses.

import assert from 'node:assert/strict'
import type { Answer } from '../harness.ts'
import { cents, dollars } from '../money/books.ts'
import type { Facts, Outcome, Patch, Request } from './model.ts'

const inDollars = (amount: number | null) => (amount === null ? {} : { amount: dollars(amount) })

export function patchBody({ spending_limit, allowed_categories, controls }: Patch) {
  const limits = controls?.limits?.map(({ window, amount, count, categories }) => ({
    window,
    ...inDollars(amount),
    ...(count !== null && { count }),
    ...(categories.length > 0 && { categories }),
  }))
  return {
    ...(spending_limit !== undefined && { spending_limit: dollars(spending_limit) }),
    ...(allowed_categories && { allowed_categories }),
    ...(controls && { controls: { ...controls, ...(limits && { limits }) } }),
  }
}

/** The controls of a card or a summary in the format of the model. */
export function readControls({ spending_limit, allowed_categories, controls }: Answer['body']) {
  const { locked_to: lockedTo, limits, ...rest } = controls
  return {
    monthlyLimit: cents(spending_limit),
    allowedCategories: allowed_categories,
    controls: {
      ...rest,
      limits: limits.map(({ amount, ...limit }: Answer['body']) => ({
        ...limit,
        amount: amount === null ? null : cents(amount),
      })),
    },
    lockedTo,
  }
}

/**
 * The outcome of a response in the format of the model, and the facts that only the service knows: an id and a time.
 */
export function readAnswer(request: Request, { status, body }: Answer): { outcome: Outcome; facts: Facts } {
  assert.ok(status < 500, JSON.stringify(body))
  if (status >= 400) return { outcome: { refused: body.error }, facts: { id: '', at: 0 } }
  switch (request.do) {
    case 'authorize':
    case 'increment': {
      const { approved, decline_reason: reason, transaction } = body
      const { id, created_at, amount, balance_after, decline_detail: detail } = transaction
      const outcome = { approved, reason, detail, amount: -cents(amount), balance: cents(balance_after) }
      return { outcome, facts: { id, at: Date.parse(created_at) } }
    }
    case 'settle':
    case 'force':
    case 'refund':
    case 'unlinked refund': {
      const { id, created_at, type, amount, balance_after } = body
      const outcome = { posted: type, amount: cents(amount), balance: cents(balance_after) }
      return { outcome, facts: { id, at: Date.parse(created_at) } }
    }
    case 'reverse':
    case 'expire':
      return nameless({ status: body.authorization_status, held: cents(body.held_amount) })
    case 'patch':
      return nameless(readControls(body))
    case 'fund':
    case 'withdraw': {
      const { previous_balance, new_balance, wallet_balance } = body
      return nameless({ before: cents(previous_balance), after: cents(new_balance), wallet: cents(wallet_balance) })
    }
    case 'terminate':
      return nameless({ status: body.status, refunded: cents(body.refunded_amount) })
    default:
      return nameless({ status: body.status })
  }
}

const nameless = (outcome: Outcome) => ({ outcome, facts: { id: '', at: 0 } })

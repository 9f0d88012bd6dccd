// Money at Stripe: what was posted on a day, and the balance that all cards of the account use.

import type { Field } from '../fields.ts'
import type { DayTotals, OutsideBalance } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { readPost } from './read-objects.ts'
import { get, pagesOf } from './stripe-api.ts'

const DAY_SECONDS = 24 * 60 * 60

/** A reversed refund counts as money that merchants took. */
export async function readTotals(client: ProcessorClient, day: string): Promise<DayTotals> {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000
  if (!Number.isSafeInteger(start)) throw new RangeError('not a day')
  const query = { 'created[gte]': start, 'created[lt]': start + DAY_SECONDS }
  const readListed = (answer: Field) => ({ id: answer.get('id').text(), post: readPost(answer) })
  const totals = { gross: 0n, refunds: 0n, posts: [] as string[] }
  for await (const page of pagesOf(client, '/v1/issuing/transactions', query, readListed)) {
    for (const { post } of page) {
      if (!post) continue
      totals[post.direction === 'debit' ? 'gross' : 'refunds'] += post.amount
      totals.posts.push(post.id)
    }
  }
  return totals
}

/** Undefined when Issuing is not active. A balance in another currency cannot pay for our cards. */
export async function readBalance(client: ProcessorClient): Promise<OutsideBalance | undefined> {
  return await get(client, '/v1/balance', {}, (answer) => {
    const balances = answer.get('issuing').optional()?.get('available').list()
    const inUsd = balances?.find((each) => each.get('currency').is('usd'))
    return inUsd && { available: inUsd.get('amount').integer(), currency: 'USD' }
  })
}

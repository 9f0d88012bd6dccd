// Money between Lithic and us: what was settled on a day, and the balance there.

import type { Cents } from '../../money.ts'
import { type Field, readAnswer } from '../fields.ts'
import { type DayTotals, type OutsideBalance, ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 1_000
/** Records of purchases and refunds; the others are disputes and fees. */
const purchases = new Set(['CLEARING', 'FINANCIAL'])

/** Undefined until Lithic says that the day is complete, and in its sandbox, which has no such reports. */
export async function readTotals(client: ProcessorClient, day: string): Promise<DayTotals | undefined> {
  try {
    const summary = await client.call({
      method: 'GET',
      path: `/v1/reports/settlement/summary/${encodeURIComponent(day)}`,
    })
    const net = readAnswer('GET /v1/reports/settlement/summary', summary, netOf)
    return net === undefined ? undefined : await readDetails(client, day, net)
  } catch (error) {
    if (error instanceof ProcessorRefused) return undefined
    throw error
  }
}

/** The summary has only the net amount. Its records have purchases, refunds and the ids of the postings. */
async function readDetails(client: ProcessorClient, day: string, net: Cents): Promise<DayTotals> {
  const totals = { gross: 0n, refunds: 0n, posts: [] as string[] }
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({ page_size: String(PAGE_SIZE), ...(after && { starting_after: after }) })
    const path = `/v1/reports/settlement/details/${encodeURIComponent(day)}?${query}`
    const answer = await client.call({ method: 'GET', path })
    after = readAnswer('GET /v1/reports/settlement/details', answer, (field) => addRecords(field, totals))
    if (after === undefined) break
  }
  if (after !== undefined || totals.gross - totals.refunds !== net)
    throw new ProcessorSilent(`settlement of ${day}: the records do not add up to the summary yet`)
  return totals
}

/** Returns the token of the next page, if there is one. */
function addRecords(page: Field, totals: { gross: bigint; refunds: bigint; posts: string[] }): string | undefined {
  const records = page.get('data').list()
  for (const record of records) {
    if (!record.get('currency').is('USD') || !purchases.has(record.get('type').text())) continue
    const amount = record.get('transactions_gross_amount').integer()
    if (amount > 0n) totals.gross += amount
    else totals.refunds -= amount
    for (const token of record.get('event_tokens').list()) totals.posts.push(token.text())
  }
  return page.get('has_more').boolean() ? records.at(-1)?.get('token').text() : undefined
}

function netOf(summary: Field): Cents | undefined {
  if (!summary.get('is_complete').boolean()) return undefined
  return summary
    .get('details')
    .list()
    .filter((detail) => detail.get('currency').is('USD'))
    .reduce((net, detail) => net + (detail.get('transactions_gross_amount').optional()?.integer() ?? 0n), 0n)
}

/** Cards spend from the program's issuing account; a program without one spends from its operating account. */
export async function readBalance(client: ProcessorClient): Promise<OutsideBalance | undefined> {
  const answer = await client.call({ method: 'GET', path: '/v1/balances' })
  return readAnswer('GET /v1/balances', answer, (page) => {
    const balances = page
      .get('data')
      .list()
      .filter((balance) => balance.get('currency').is('USD'))
    for (const type of ['ISSUING', 'OPERATING']) {
      const ofType = balances.filter((balance) => balance.get('financial_account_type').is(type))
      if (ofType.length > 0) return { available: sumOf(ofType), currency: 'USD' }
    }
    return undefined
  })
}

function sumOf(balances: Field[]): Cents {
  return balances.reduce((sum, balance) => sum + balance.get('available_amount').integer(), 0n)
}

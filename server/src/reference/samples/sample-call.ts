// The call that the samples of an operation make; each language writes it in its own way.

import { readFileSync } from 'node:fs'
import type { AnyRoute } from '../../http/route.ts'

type Schema = {
  type?: string
  enum?: unknown[]
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

export type Field = { name: string; value: unknown; type: string | undefined; isRequired: boolean }

export type SampleCall = {
  method: string
  /** As in the document, parameters as `{name}`. */
  path: string
  /** The method of the libraries, in snake_case: `sandbox.refunds.create`. */
  call: string
  /** The ids in the path, in order. */
  ids: { name: string; value: string }[]
  place: 'query' | 'body'
  fields: Field[]
  /** Whether the operation takes a query or a body at all. */
  hasParams: boolean
  answer: 'one' | 'list' | 'stream'
}

/** Which method of the client libraries calls an operation. */
const calls: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../../../sdks/contract/operations.json', import.meta.url), 'utf8'),
)

/** Optional fields that make a sample worth reading. */
const EXTRA_SAMPLE_FIELDS: Record<string, string[]> = {
  createCard: ['bin_id', 'label'],
  listCards: ['status'],
  updateCard: ['label', 'spending_limit'],
  listTransactions: ['card_id', 'from'],
  getDepositAddress: ['currency'],
  listDeposits: ['status'],
  listChallenges: ['status'],
  updateRule: ['state'],
  getRuleReport: ['from', 'to'],
  updateWebhook: ['events'],
  listDeliveries: ['status'],
  listEvents: ['after_sequence', 'order'],
  resendEvent: ['webhook_id'],
  simulateDeposit: ['confirm'],
  simulateAuthorization: ['card_id'],
  settleAuthorization: ['amount'],
  reverseAuthorization: ['amount'],
  simulateRefund: ['transaction_id'],
}

/** Values for fields whose schema has no example. */
const VALUES: Record<string, unknown> = {
  card_id: 'card_3p01m7fvfr85e5mtekznx29q5n67',
  txn_id: 'txn_3p01m7fvfr85e5mtekznx29q5n67',
  transaction_id: 'txn_3p01m7fvfr85e5mtekznx29q5n67',
  deposit_id: 'dep_3p01m7fvfr85e5mtekznx29q5n67',
  challenge_id: '3ds_3p01m7fvfr85e5mtekznx29q5n67',
  webhook_id: 'wh_3p01m7fvfr85e5mtekznx29q5n67',
  delivery_id: 'dlv_3p01m7fvfr85e5mtekznx29q5n67',
  event_id: 'evt_3p01m7fvfr85e5mtekznx29q5n67',
  rule_id: 'rule_3p01m7fvfr85e5mtekznx29q5n67',
  backtest_id: 'bt_3p01m7fvfr85e5mtekznx29q5n67',
  from: '2026-01-01',
  to: '2026-01-31',
  order: 'asc',
  after_sequence: 41,
  otp: '042318',
  confirm: true,
}

export function sampleCall(route: AnyRoute): SampleCall {
  const call = calls[route.operationId]
  if (call === undefined)
    throw new Error(`sdks/contract/operations.json does not say how the libraries call ${route.operationId}`)
  const place = route.method === 'GET' ? 'query' : 'body'
  const params = (place === 'query' ? route.query : route.body) as Schema | undefined
  return {
    method: route.method,
    path: route.url.replace(/:(\w+)/g, '{$1}'),
    call,
    ids: Object.entries((route.params as Schema | undefined)?.properties ?? {}).map(([name, schema]) => ({
      name,
      value: String(exampleOf(name, schema)),
    })),
    place,
    fields: fieldsOf(params, EXTRA_SAMPLE_FIELDS[route.operationId] ?? []),
    hasParams: Object.keys(params?.properties ?? {}).length > 0,
    answer: route.media === 'text/event-stream' ? 'stream' : isList(route) ? 'list' : 'one',
  }
}

/** The libraries return an answer with a name as an object, even if it contains a list. */
function isList(route: AnyRoute): boolean {
  const answer = route.reply[200] as (Schema & { $id?: string }) | undefined
  return answer?.$id === undefined && answer?.properties?.data?.type === 'array'
}

function fieldsOf({ properties = {}, required = [] }: Schema = {}, telling: string[]): Field[] {
  return Object.entries(properties)
    .filter(([name]) => required.includes(name) || telling.includes(name))
    .map(([name, schema]) => ({
      name,
      value: exampleOf(name, schema),
      type: schema.type,
      isRequired: required.includes(name),
    }))
}

function exampleOf(name: string, schema: Schema): unknown {
  const known = schema.examples?.[0] ?? VALUES[name] ?? schema.enum?.[0] ?? schema.anyOf?.[0]?.enum?.[0]
  if (known !== undefined) return known
  if (schema.properties === undefined) throw new Error(`the samples have no value for ${name}: give it an example`)
  const { properties, required = [] } = schema
  const needed = Object.entries(properties).filter(([key]) => required.includes(key))
  return Object.fromEntries(needed.map(([key, each]) => [key, exampleOf(key, each)]))
}

/** The last noun of a call, in the singular: what its answer is called in a sample. */
export function nounOf({ call }: SampleCall): string {
  const noun = call.split('.').at(-2)!
  return noun === 'three_ds' ? 'challenge' : singular(noun)
}

export function singular(noun: string): string {
  return noun === 'three_ds' ? noun : noun.replace(/ies$/, 'y').replace(/s$/, '')
}

/** A longer call is written with one line per parameter. */
const MAX_LINE_LENGTH = 64

export function fitsOnALine(text: string): boolean {
  return text.length <= MAX_LINE_LENGTH
}

// The conversion rates of a sandbox: the built-in rates, replaced by those that were set. They belong to the workspace, so a
// reset removes them.

import Type from 'typebox'
import type { Sql, Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { currencyCodes, isCurrencyCode, isRate } from '../foreign-money.ts'
import { read, write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import type { WorkspaceKey } from '../ids.ts'
import { defaultRates } from './default-rates.ts'

type Rates = Readonly<Record<string, string>>

// Type.Record is not used, as for card metadata, because its pattern for keys does not match a line break.
const RateMap = (options: object) =>
  Type.Unsafe<Rates>({ type: 'object', additionalProperties: { type: 'string' }, ...options })

const RatesInput = RateMap({
  maxProperties: currencyCodes.length,
  description:
    'The value of one unit in USD by ISO 4217 code, as decimal text above zero. The given rates replace all that were set before; an empty object restores the built-in rates.',
  examples: [{ EUR: '1.0834', JPY: '0.0067' }],
})

const SandboxRates = Type.Object(
  {
    rates: RateMap({ description: 'The value of one unit of each currency in USD, as decimal text.' }),
    overridden: Type.Array(Type.String(), {
      description: 'The currencies whose rate was set. The others use the built-in rate.',
    }),
  },
  { $id: 'SandboxRates' },
)

export const getRates = read({
  method: 'GET',
  url: '/sandbox/rates',
  operationId: 'getSandboxRates',
  scope: null,
  bounds: 'open',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Read the conversion rates of the sandbox',
  sandboxOnly: true,
  reply: { 200: SandboxRates },
  errors: ['sandbox_only'],
  read: async ({ sql, workspace }) => presentRates(await readOverrides(sql, workspace)),
})

export const setRates = write({
  method: 'PUT',
  url: '/sandbox/rates',
  operationId: 'setSandboxRates',
  scope: 'sandbox:write',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Set conversion rates of the sandbox',
  description:
    'Sets the rates for authorizations, settlements and refunds with a `currency`. A rate applies from the next call on, so a settlement after a change may differ from the held amount. A reset restores the built-in rates.',
  sandboxOnly: true,
  body: Strict({ rates: RatesInput }),
  reply: { 200: SandboxRates },
  errors: ['invalid_currency', 'sandbox_only'],
  check: ({ body }) => refuseBadRates(body.rates),
  async write({ tx, workspace, body }) {
    await replaceOverrides(tx, workspace, body.rates)
    return { status: 200, body: presentRates(body.rates) }
  },
})

function refuseBadRates(rates: Rates): void {
  for (const [currency, rate] of Object.entries(rates)) {
    const param = `rates.${currency}`.slice(0, 100)
    if (currency === 'USD')
      throw new ApiError('invalid_currency', 'The rates are in USD; it has none itself.', { param })
    if (!isCurrencyCode(currency))
      throw new ApiError('invalid_currency', 'The keys of "rates" must be currency codes of ISO 4217.', { param })
    if (!isRate(rate))
      throw new ApiError(
        'invalid_request',
        `"${param}" must be a decimal text above zero, such as "1.0834", with at most 9 digits before the point and 12 behind it.`,
        { param },
      )
  }
}

function presentRates(overrides: Rates) {
  const rates = { ...defaultRates, ...overrides }
  const inOrder = Object.keys(rates).sort()
  return {
    rates: Object.fromEntries(inOrder.map((currency) => [currency, rates[currency]!])),
    overridden: Object.keys(overrides).sort(),
  }
}

/** Undefined for a currency of which no rate is known. */
export async function readRate(sql: Sql, workspace: WorkspaceKey, currency: string): Promise<string | undefined> {
  return (await readOverrides(sql, workspace))[currency] ?? defaultRates[currency]
}

async function readOverrides(sql: Sql, { bucket, id }: WorkspaceKey): Promise<Rates> {
  const [row] = await sql<{ rates: Rates }[]>`
    select rates from sandbox_rates where bucket = ${bucket} and workspace_id = ${id}`
  return row?.rates ?? {}
}

function replaceOverrides(tx: Tx, { bucket, id }: WorkspaceKey, rates: Rates) {
  return tx`
    insert into sandbox_rates (bucket, workspace_id, rates) values (${bucket}, ${id}, ${JSON.stringify(rates)}::text::jsonb)
    on conflict on constraint sandbox_rates_pk do update set rates = excluded.rates`
}

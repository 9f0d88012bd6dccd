// The measured operations, each on one wallet and on many: the request, and the expected answer.

import type { WalletCard } from './fixtures.ts'
import type { LoadPlan } from './load-generator.ts'

export type Load = { name: string; plan: LoadPlan; expected: string }
/** The cards of one workspace, and as many cards with a workspace each. */
export type Cards = { oneWallet: WalletCard[]; manyWallets: WalletCard[] }

const merchant = { name: 'Bench', mcc: '7311', country: 'US' }
const WARMUP_SECONDS = 1

type Request = { path: string; body: object }
type Operation = { name: string; expected: string; request: (card: WalletCard) => Request }

export const authorize: Operation = {
  name: 'authorize',
  expected: '201',
  request: ({ id }) => ({ path: '/sandbox/authorizations', body: { card_id: id, amount: 0.01, merchant } }),
}

export const settle: Operation = {
  name: 'settle',
  expected: '201',
  request: ({ hold }) => ({ path: `/sandbox/authorizations/${hold}/settle`, body: { amount: 0.01, final: false } }),
}

/** The amounts are small compared with the balances of cards and wallets, so that no operation is refused. */
const operations: Operation[] = [
  { name: 'fund', expected: '200', request: ({ id }) => ({ path: `/cards/${id}/fund`, body: { amount: 1 } }) },
  {
    name: 'withdraw',
    expected: '200',
    request: ({ id }) => ({ path: `/cards/${id}/withdraw`, body: { amount: 0.01 } }),
  },
  {
    name: 'create',
    expected: '201',
    request: () => ({ path: '/cards', body: { bin_id: 'bin_visa_us_prepaid_1', amount: 1 } }),
  },
  settle,
  {
    name: 'refund',
    expected: '201',
    request: ({ id }) => ({ path: '/sandbox/refunds', body: { card_id: id, amount: 0.01, merchant } }),
  },
]

export function moneyLoads(port: number, { oneWallet, manyWallets }: Cards, seconds: number): Load[] {
  const some = oneWallet.slice(0, 1_000)
  return operations.flatMap((operation) => [
    loadOf(operation, 'one wallet', port, some, 64, seconds),
    loadOf(operation, `${manyWallets.length} wallets`, port, manyWallets, 64, seconds),
  ])
}

export function loadOf(
  { name, expected, request }: Operation,
  where: string,
  port: number,
  cards: readonly WalletCard[],
  connections: number,
  seconds: number,
): Load {
  const requests = cards.map((card) => {
    const { path, body } = request(card)
    return { path: `/v1${path}`, body: JSON.stringify(body), headers: { authorization: `Bearer ${card.key}` } }
  })
  const plan: LoadPlan = {
    port,
    connections,
    seconds,
    warmupSeconds: WARMUP_SECONDS,
    method: 'POST',
    headers: {},
    requests,
  }
  return { name: `${name}, ${where}, ${connections} connections`, plan, expected }
}

export function keyed({ name, plan, expected }: Load): Load {
  return { name: `${name}, a key each`, plan: { ...plan, headers: { 'x-idempotency-key': '{n}' } }, expected }
}

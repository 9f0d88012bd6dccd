// --rules: compares authorizations in a workspace with twenty active rules, none of which matches, with those in a
// workspace without rules. Both use the same service and the same number of cards, and alternate.

import { callerOf, prepareCards, prepareWorkspaces } from './fixtures.ts'
import { figuresOf, type Measured, measureOnce } from './measure.ts'
import { authorize, type Load, loadOf } from './operations.ts'
import { median, type Row } from './report.ts'
import { type Bench, startBench } from './service.ts'

const CARDS = 1_000
const CONNECTIONS = 256
/** An autovacuum takes seconds of processor time and hits one side of a round; the median of many rounds hides it. */
const ROUNDS = 30

/** An hour of the day that this run does not reach. */
function unusedHour(): number {
  return (new Date().getUTCHours() + 12) % 24
}

/** One condition of each kind, so that everything that a rule can use is computed and stored. */
const conditions = [
  ['amount', 'above', 5_000],
  ['amount', 'is', 4_999.99],
  ['mcc', 'in', ['5812', '5813', '5814', '7995']],
  ['category', 'is', 'gambling'],
  ['merchant_id', 'is', '445566778899001'],
  ['merchant_name', 'contains', 'casino'],
  ['merchant_name', 'starts_with', 'crypto'],
  ['country', 'not_in', ['US', 'CA', 'GB', 'DE', 'FR']],
  ['country', 'is', 'KP'],
  ['card_age_days', 'above', 3_000],
  ['card_count_1h', 'above', 100_000_000],
  ['card_count_24h', 'above', 100_000_000],
  ['card_declines_1h', 'above', 100_000],
  ['card_declines_24h', 'above', 100_000],
  ['is_first_purchase', 'is', true],
  ['is_new_merchant', 'is', true],
  ['is_new_country', 'is', true],
  ['hour', 'is', unusedHour()],
  ['three_ds', 'is', 'failed'],
  ['card_metadata.team', 'is', 'fraud'],
] as const

export async function measureRules(seconds: number, profileDir: string | undefined): Promise<Row[]> {
  const bench = await startBench({ profileDir })
  try {
    const [other] = await prepareWorkspaces(bench, 1)
    const plain = await prepareCards(bench, CARDS)
    const ruled = await prepareCards(bench, CARDS, other!.key)
    await makeRules(bench, other!.key)
    const loads = [
      loadOf(authorize, `${CARDS} cards, no rules`, bench.port, plain, CONNECTIONS, seconds),
      loadOf(authorize, `${CARDS} cards, ${conditions.length} active rules`, bench.port, ruled, CONNECTIONS, seconds),
    ]
    const rounds: Measured[][] = []
    await measureOnce(bench, loads[1]!) // computes each card's pattern from its history once
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureInTurn(bench, loads, round))
    return loads.map(({ name }, index) => rowOf(name, rounds, index))
  } finally {
    await bench.stop()
  }
}

/** Every other round runs in reverse order, so that background work of the database affects both sides equally. */
async function measureInTurn(bench: Bench, [without, ruled]: Load[], round: number): Promise<Measured[]> {
  if (round % 2 === 0) return [await measureOnce(bench, without!), await measureOnce(bench, ruled!)]
  const second = await measureOnce(bench, ruled!)
  return [await measureOnce(bench, without!), second]
}

/** The cost of an authorization with rules as a multiple of one without, by processor time and by rate. */
function rowOf(name: string, rounds: readonly Measured[][], index: number): Row {
  const figures = { name, ...figuresOf(rounds.map((round) => round[index]!)) }
  if (index === 0) return figures
  const whole = ({ cost }: Measured) => cost.service + cost.postgres
  const costs = rounds.map(([without, ruled]) => whole(ruled!) / whole(without!))
  console.error(
    costs
      .map((c) => c.toFixed(2))
      .sort()
      .join(' '),
  )
  const rates = rounds.map(([without, ruled]) => without!.rate / ruled!.rate)
  return {
    ...figures,
    note: `cost ${median(costs).toFixed(2)} x, time ${median(rates).toFixed(2)} x of one without rules`,
  }
}

async function makeRules(bench: Bench, key: string): Promise<void> {
  const call = callerOf(bench)
  for (const [attribute, op, value] of conditions)
    await call('/rules', { name: attribute, action: 'decline', state: 'active', when: [{ attribute, op, value }] }, key)
}

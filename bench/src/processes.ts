// --processes N: runs the same load alternately on a service with one process and on one with N, on the same machine.
// Both have rate limits that are too high to be reached, so that the cost of asking the supervisor is included.

import { availableParallelism } from 'node:os'
import { prepareCards, prepareWorkspaces } from './fixtures.ts'
import { figuresOf, type Measured, measureOnce, ROUNDS } from './measure.ts'
import { authorize, type Cards, keyed, type Load, loadOf } from './operations.ts'
import { median, type Row } from './report.ts'
import { type Bench, startBench } from './service.ts'

const CARDS = 1_000
const WALLETS = 500
const CONNECTIONS = 256
const NEVER_REACHED = '100000000'

const limits = {
  RATE_LIMIT_PER_MINUTE: NEVER_REACHED,
  RATE_LIMIT_PER_HOUR: NEVER_REACHED,
  RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: NEVER_REACHED,
}

export async function measureProcesses(processes: number, seconds: number): Promise<Row[]> {
  const counts = [1, processes]
  const benches: Bench[] = []
  try {
    for (const count of counts)
      benches.push(await startBench({ env: { ...limits, CARDWRIGHT_PROCESSES: String(count) } }))
    const loads: Load[][] = []
    for (const bench of benches) loads.push(loadsOf(bench, await prepare(bench), seconds))
    const rows: Row[] = []
    for (const [index, { name }] of loads[0]!.entries())
      rows.push(
        ...(await compare(
          name,
          counts.map((count) => `processes: ${count}`),
          'one process',
          benches,
          loads.map((each) => each[index]!),
        )),
      )
    return rows
  } finally {
    for (const bench of benches) await bench.stop()
  }
}

export async function prepare(bench: Bench): Promise<Cards> {
  return { oneWallet: await prepareCards(bench, CARDS), manyWallets: await prepareWorkspaces(bench, WALLETS) }
}

export function loadsOf({ port }: Bench, { oneWallet, manyWallets }: Cards, seconds: number): Load[] {
  const many = loadOf(authorize, `${WALLETS} wallets`, port, manyWallets, CONNECTIONS, seconds)
  return [many, keyed(many), loadOf(authorize, `${CARDS} cards of one wallet`, port, oneWallet, CONNECTIONS, seconds)]
}

/** Compares the second of two services with the first, alternately. */
export async function compare(
  name: string,
  labels: string[],
  first: string,
  benches: Bench[],
  loads: Load[],
): Promise<Row[]> {
  const rounds: Measured[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, bench] of benches.entries()) rounds[index]!.push(await measureOnce(bench, loads[index]!))
  const ratios = rounds[0]!.map((one, round) => withoutGenerator(rounds[1]![round]!) / withoutGenerator(one))
  return rounds.map((all, index) => ({
    name: `${name}, ${labels[index]}`,
    ...figuresOf(all),
    ...(index === 1 && {
      ratios: { [first]: median(ratios) },
      note: ratios.map((ratio) => ratio.toFixed(2)).join(', '),
    }),
  }))
}

/** The rate that is possible when the load generator runs on other machines and takes no processor time here. */
function withoutGenerator({ rate, generatorMicros }: Measured): number {
  const share = (rate * generatorMicros) / (availableParallelism() * 1_000_000)
  return rate / (1 - share)
}

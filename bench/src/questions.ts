// --questions: measures how soon a processor gets its answer. A simulated Lithic asks its own service at a constant
// rate, whether or not answers have come, as merchants do.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { openLithicWorld } from '../../server/test/processors/lithic-world.ts'
import { binsOf, entryOf, OUTSIDE_BIN } from '../../server/test/processors/outside-service.ts'
import type { Message } from '../../server/test/processors/world.ts'
import { between, processorTime } from './processor-time.ts'
import type { Row } from './report.ts'
import { KEY, startBench, temporaryFolder } from './service.ts'

const NAME = 'lithic-bench'
const CARDS = 100
const RATE = 300
const WARM_UP_SECONDS = 3
const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }

export async function measureQuestions(seconds: number): Promise<Row[]> {
  const made = new Map<string, Message>()
  // The questions are made in advance, because simulating the processor costs more than answering it.
  const world = await openLithicWorld({
    seed: 1,
    clock: () => new Date(),
    async ask(message) {
      made.set(message.body, message) // the processor asks twice when nobody answers
      throw new Error('not asked yet')
    },
  })
  const folder = temporaryFolder()
  mkdirSync(folder, { mode: 0o711 })
  writeFileSync(join(folder, 'bins.json'), binsOf(NAME))
  const bench = await startBench({ folder, env: entryOf(NAME, world) })
  const url = `http://127.0.0.1:${bench.port}`
  const agent = new Pool(url, { connections: 64 })
  try {
    for (let n = 0; n < CARDS; n++) await issueCard(url)
    const cards = [...world.cards.keys()]
    for (let n = 0; n < RATE * (seconds + WARM_UP_SECONDS); n++)
      await world.live(cards[n % CARDS]!, { amount: 10n, merchant, begins: 'asked', steps: [] })
    const messages = [...made.values()]
    await ask(agent, messages.splice(0, RATE * WARM_UP_SECONDS))
    const before = processorTime(bench.processes)
    const latencies = await ask(agent, messages)
    const { service, postgres } = between(before, processorTime(bench.processes))
    const count = latencies.length
    return [
      {
        name: `questions of a processor, ${RATE} a second`,
        rate: count / seconds,
        cost: { service: service / count, postgres: postgres / count },
        ...percentilesOf(latencies),
      },
    ]
  } finally {
    await agent.destroy()
    await bench.stop()
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sends each question when it is due, whether or not the previous ones have been answered. */
async function ask(agent: Pool, messages: readonly Message[]): Promise<number[]> {
  const begun = performance.now()
  const asked: Promise<number>[] = []
  for (const [n, message] of messages.entries()) {
    const due = begun + (n * 1_000) / RATE
    const wait = due - performance.now()
    if (wait > 1) await pause(wait)
    asked.push(askOne(agent, message, due))
  }
  return Promise.all(asked)
}

/** Measures from the time when the question was due, so that a late generator does not make the service look better. */
async function askOne(agent: Pool, { callback, headers, body }: Message, due: number): Promise<number> {
  const answer = await agent.request({ method: 'POST', path: `/processors/${NAME}/${callback}`, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 200 || !text.includes('APPROVED')) throw new Error(`${answer.statusCode}: ${text}`)
  return performance.now() - due
}

async function issueCard(url: string): Promise<void> {
  const answer = await fetch(`${url}/v1/cards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bin_id: OUTSIDE_BIN, amount: 50 }),
  })
  if (answer.status !== 201) throw new Error(`no card: ${await answer.text()}`)
}

function percentilesOf(latencies: readonly number[]): Pick<Row, 'p50' | 'p95' | 'p99'> {
  const sorted = [...latencies].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

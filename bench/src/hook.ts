// --hook: measures how much other requests slow down while 500 questions to a decision hook are waiting. The hook
// concerns one card of the workspace, and the load is on its other cards. Rounds with and without the questions
// alternate.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { prepareCards } from './fixtures.ts'
import { figuresOf, type Measured, measureOnce } from './measure.ts'
import { authorize, loadOf } from './operations.ts'
import { median, type Row } from './report.ts'
import { KEY, startBench } from './service.ts'

const QUESTIONS = 500
const ROUNDS = 10
const MAX_TRIES = 60
/** The whole round must fit into the two seconds that a hook may take. */
const ROUND = { warmupSeconds: 0.2, seconds: 0.7 }
const CARDS = 200
const CONNECTIONS = 32

export async function measureHook(): Promise<Row[]> {
  const bench = await startBench({ env: { WEBHOOK_ALLOW_LOOPBACK: 'true' } })
  const customer = await startCustomer()
  const agent = new Pool(`http://127.0.0.1:${bench.port}`, { connections: QUESTIONS })
  try {
    const [asked, ...others] = await prepareCards(bench, CARDS + 1)
    const load = loadOf(authorize, 'other cards', bench.port, others, CONNECTIONS, ROUND.seconds)
    const plan = { ...load, plan: { ...load.plan, ...ROUND } }
    const measure = () => measureOnce(bench, plan)
    const measureBeside = async () => {
      await setHook(agent, customer.url, asked!.id) // this also ends a pause, if an earlier round was too slow
      return withQuestions(agent, customer, asked!.id, measure)
    }
    await measureBeside() // opens the connections and lets Node compile the code
    const alone: Measured[] = []
    const beside: Measured[] = []
    for (let tries = 0; beside.length < ROUNDS && tries < MAX_TRIES; tries++) {
      const without = await measure()
      const besides = await measureBeside()
      if (!besides) continue
      alone.push(without)
      beside.push(besides)
    }
    if (beside.length < ROUNDS)
      throw new Error('the machine is too slow: the questions did not wait to the end of a round')
    return rowsOf(alone, beside)
  } finally {
    await agent.destroy()
    await customer.stop()
    await bench.stop()
  }
}

function rowsOf(alone: readonly Measured[], beside: readonly Measured[]): Row[] {
  const ratios = beside.map(({ rate }, round) => rate / alone[round]!.rate)
  const latencies = beside.map(({ p50 }, round) => p50 / alone[round]!.p50)
  return [
    { name: 'authorizations, no question waiting', ...figuresOf(alone) },
    {
      name: `authorizations of other cards, ${QUESTIONS} questions waiting`,
      ...figuresOf(beside),
      ratios: { alone: median(ratios), 'its p50': median(latencies) },
      note: ratios.map((ratio) => ratio.toFixed(2)).join(', '),
    },
  ]
}

type Customer = Awaited<ReturnType<typeof startCustomer>>

/**
 * Measures between the arrival of the last question and the first answer. Undefined when some questions did not wait
 * that long.
 */
async function withQuestions<T>(
  agent: Pool,
  customer: Customer,
  cardId: string,
  measure: () => Promise<T>,
): Promise<T | undefined> {
  const arrived = customer.holdAll(QUESTIONS)
  const answers = Promise.all(Array.from({ length: QUESTIONS }, () => askOnce(agent, cardId)))
  await Promise.race([arrived, answers])
  const measured = await measure()
  customer.release()
  return (await answers).every((outcome) => outcome === 'approved') ? measured : undefined
}

const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
const merchant = { name: 'Bench', mcc: '7311', country: 'US' }

type Answer = { transaction?: { decision: { outcome: string } }; error?: string }

async function askOnce(agent: Pool, cardId: string): Promise<string> {
  const body = JSON.stringify({ card_id: cardId, amount: 0.01, merchant })
  const answer = await agent.request({ method: 'POST', path: '/v1/sandbox/authorizations', headers, body })
  const { transaction, error } = (await answer.body.json()) as Answer
  return transaction?.decision.outcome ?? error!
}

async function setHook(agent: Pool, url: string, cardId: string): Promise<void> {
  const body = JSON.stringify({ url, timeout_ms: 2000, card_ids: [cardId] })
  const { statusCode, body: answer } = await agent.request({ method: 'PUT', path: '/v1/decision-hook', headers, body })
  await answer.dump()
  if (statusCode !== 200) throw new Error(`the hook could not be set: ${statusCode}`)
}

/** A server that holds back its answers until it is told to send them. */
async function startCustomer() {
  let waiting: ServerResponse[] = []
  let wanted = 0
  let onAll = () => {}
  const server = createServer((request, response) => {
    request.resume()
    waiting.push(response)
    if (waiting.length === wanted) onAll()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    holdAll: (count: number) =>
      new Promise<void>((resolve) => {
        wanted = count
        onAll = resolve
      }),
    release() {
      for (const response of waiting) response.end('{"approved":true}')
      waiting = []
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

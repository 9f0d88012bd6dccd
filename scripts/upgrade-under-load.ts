// Runs two versions of the service on one database: the previous one serves while this one migrates, then both serve.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connect } from '../server/src/database/database.ts'
import type { ThrowawayPostgres } from './throwaway-postgres.ts'

type Answered = { status: number; body: string }
type Service = { url: string; child: ChildProcess }

const root = fileURLToPath(new URL('..', import.meta.url))
const KEY = 'sk_test_upgradedWithoutAStop1'
const BIN = 'bin_visa_us_prepaid_1'
const START_MS = 60_000
const ROUNDS = 50

/** Whether nothing failed. */
export async function upgradeUnderLoad(server: ThrowawayPostgres, before: string): Promise<boolean> {
  const env = await makeDatabase(server)
  const old = await start(before, env)
  const services = [old]
  const faults: string[] = []
  try {
    const card = await newCard(old)
    const load = keepSpending(services, card, faults)
    await load.reach(ROUNDS)
    await run(['server/src/operator/main.ts', 'migrate'], env)
    await load.reach(2 * ROUNDS)
    services.push(await start(root, env))
    await load.reach(4 * ROUNDS)
    const sent = await load.stop()
    await run(['server/src/operator/main.ts', 'audit'], env)
    console.log(
      `${faults.length === 0 ? '✔' : '✖'} ${sent} requests to two versions during an upgrade, ${faults.length} failed; the audit is clean`,
    )
  } finally {
    for (const { child } of services) await end(child)
  }
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  return faults.length === 0
}

async function makeDatabase({ connection }: ThrowawayPostgres): Promise<NodeJS.ProcessEnv> {
  const admin = connect({ ...connection, database: 'postgres' }, { max: 1 })
  await admin.unsafe('create database cardwright_upgraded')
  await admin.end()
  const limits = ['PER_MINUTE', 'PER_HOUR', 'CARD_CREATIONS_PER_MINUTE', 'CARD_DETAILS_PER_MINUTE']
  return {
    PATH: process.env.PATH,
    DATABASE_URL: 'postgres:///cardwright_upgraded',
    PGHOST: connection.host,
    PGPORT: String(connection.port),
    PGUSER: connection.username,
    PGPASSWORD: connection.password,
    CARDWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    CARDWRIGHT_DATA_DIR: '/nonexistent',
    CARDWRIGHT_SANDBOX_KEY: KEY,
    PORT: '0',
    ...Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '0'])),
  }
}

async function start(cwd: string, env: NodeJS.ProcessEnv): Promise<Service> {
  const child = spawn(process.execPath, ['server/src/main.ts'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the service in ${cwd} did not start: ${said}`)), START_MS)
    child.once('exit', () => reject(new Error(`the service in ${cwd} ended at once: ${said}`)))
    child.stdout.on('data', (chunk) => {
      said = (said + chunk).slice(-20_000)
      const [, found] = /"url":"(http:[^"]+)\/v1"/.exec(said) ?? []
      if (!found) return
      clearTimeout(late)
      resolve(found)
    })
  })
  return { url, child }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, args, { cwd: root, env })
}

async function post({ url }: Service, path: string, body: object, key = ''): Promise<Answered> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { ...headers, ...(key !== '' && { 'x-idempotency-key': key }) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.text() }
}

async function newCard(service: Service): Promise<string> {
  const { status, body } = await post(service, '/cards', { bin_id: BIN, amount: 1_000 })
  if (status !== 201) throw new Error(`no card: ${body}`)
  return JSON.parse(body).id
}

/** Funds, withdraws and authorizes; each goes to one version and, under the same key, to the other, whose answer must be the same. */
function keepSpending(services: Service[], card: string, faults: string[]) {
  let rounds = 0
  let isOver = false
  const spend = async () => {
    for (let turn = 0; !isOver; turn++) {
      const [path, body] = requestOf(turn, card)
      const key = randomUUID()
      const [first, second] = turn % 2 === 0 ? [services[0]!, services.at(-1)!] : [services.at(-1)!, services[0]!]
      const one = await post(first, path, body, key)
      const other = await post(second, path, body, key)
      if (one.status >= 300) faults.push(`${path}: ${one.status} ${one.body}`)
      if (one.body !== other.body) faults.push(`${path}: two answers to one key: ${one.body} and ${other.body}`)
      rounds += 1
    }
  }
  const spenders = [spend(), spend()]
  const failed = Promise.all(spenders).then(() => {})
  return {
    /** So many rounds more. */
    async reach(more: number) {
      const goal = rounds + more
      while (rounds < goal) await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, 50))])
    },
    async stop() {
      isOver = true
      await failed
      return 2 * rounds
    },
  }
}

function requestOf(turn: number, card: string): [path: string, body: object] {
  if (turn % 3 === 0) return [`/cards/${card}/fund`, { amount: 1 }]
  if (turn % 3 === 1) return [`/cards/${card}/withdraw`, { amount: 0.5 }]
  const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }
  return ['/sandbox/authorizations', { card_id: card, amount: 0.25, merchant }]
}

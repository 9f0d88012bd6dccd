// The service and its PostgreSQL are killed with -9 under full load. An acknowledged write exists exactly once. Any
// other write exists at most once, and exactly once after it is repeated with its key.

import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../until.ts'
import { BIN, cents, shop } from './books.ts'
import { KEY, ServiceProcess } from './service-process.ts'

const CONNECTIONS = 32
const service = new ServiceProcess()
after(() => service.remove())

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, each checked where it is used
type Body = Record<string, any>
type Sent = {
  kind: 'fund' | 'withdraw' | 'authorize'
  card: string
  cents: number
  key: string | undefined
  status: number | 'unknown'
  body: Body
}

async function call(
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<{ status: number; body: Body; replayed: boolean }> {
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'x-idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  })
  return {
    status: response.status,
    body: (await response.json()) as Body,
    replayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

const post = ({ kind, card, cents, key }: Sent) =>
  kind === 'authorize'
    ? call('POST', '/sandbox/authorizations', { card_id: card, amount: cents / 100, merchant: shop }, key)
    : call('POST', `/cards/${card}/${kind}`, { amount: cents / 100 }, key)

/** Keeps every connection busy until it is stopped, and remembers each request and its result. */
function load(cards: string[]): { sent: Sent[]; stop(): Promise<void> } {
  const sent: Sent[] = []
  let isOver = false
  const worker = async (n: number) => {
    for (let turn = n; !isOver; turn++) {
      const kind = (['authorize', 'fund', 'authorize', 'withdraw'] as const)[turn % 4]!
      const each: Sent = {
        kind,
        card: cards[randomInt(cards.length)]!,
        cents: kind === 'fund' ? 100 : randomInt(1, 60),
        key: turn % 3 === 0 ? undefined : randomUUID(),
        status: 'unknown',
        body: {},
      }
      sent.push(each)
      try {
        const { status, body } = await post(each)
        // After a 5xx the outcome is unknown, as after a broken connection.
        Object.assign(each, { status: status >= 500 ? 'unknown' : status, body })
        if (status >= 500) await pause(5)
      } catch {
        await pause(5)
      }
    }
  }
  const workers = Array.from({ length: CONNECTIONS }, (_, n) => worker(n))
  return {
    sent,
    async stop() {
      isOver = true
      await Promise.all(workers)
    },
  }
}

/** Returns how an answered request changed the balance of its card. */
function effectOf({ kind, status, body, cents: amount }: Sent): number {
  if (status === 'unknown' || status >= 300) return 0
  if (kind === 'authorize') return body.approved ? -amount : 0
  return kind === 'fund' ? amount : -amount
}

async function allOf(card: string): Promise<Body[]> {
  const all: Body[] = []
  for (let page = 1; page <= 1_000; page++) {
    const { body } = await call('GET', `/transactions?card_id=${card}&per_page=100&page=${page}`)
    all.push(...body.data)
    if (body.data.length < 100) break
  }
  return all
}

/** Compares the books of a card with everything that was ever sent to it. */
async function check(card: string, balanceAtFirst: number, sent: Sent[]): Promise<void> {
  const own = sent.filter((each) => each.card === card)
  const listed = await allOf(card)
  const ids = new Set(listed.map(({ id }) => id))
  assert.equal(ids.size, listed.length)
  const answered = own.filter(({ kind, status }) => kind === 'authorize' && status === 201)
  for (const { body } of answered)
    assert.ok(ids.has(body.transaction.id), `acknowledged and then lost: ${JSON.stringify(body)}`)
  const known = new Set(answered.map(({ body }) => body.transaction.id))
  assert.equal(known.size, answered.length, 'no two responses are about one transaction')
  const open = own.filter(({ status }) => status === 'unknown')
  const unasked = listed.filter(({ id }) => !known.has(id))
  assert.ok(
    unasked.length <= open.filter(({ kind }) => kind === 'authorize').length,
    `${unasked.length} transactions without a request`,
  )
  const { body } = await call('GET', `/cards/${card}`)
  const sure = own.reduce((sum, each) => sum + effectOf(each), balanceAtFirst)
  const max = open.reduce((sum, { kind, cents }) => sum + (kind === 'fund' ? cents : 0), sure)
  const min = open.reduce((sum, { kind, cents }) => sum - (kind === 'fund' ? 0 : cents), sure)
  assert.ok(
    cents(body.balance) >= min && cents(body.balance) <= max,
    `balance ${cents(body.balance)}, expected ${min} to ${max}`,
  )
  if (open.length === 0) assert.equal(cents(body.balance), sure)
  const approved = listed
    .filter(({ type }) => type === 'authorization')
    .reduce((sum, { amount }) => sum - cents(amount), 0)
  assert.equal(cents(body.held), approved)
}

test('five kills under load lose no acknowledged write and repeat none', { timeout: 150_000 }, async (t) => {
  await service.start()
  const cards: string[] = []
  for (let n = 0; n < 6; n++) cards.push((await call('POST', '/cards', { bin_id: BIN, amount: 500 })).body.id)
  const everything: Sent[] = []
  for (const victim of ['service', 'postmaster', 'service', 'postmaster', 'service'] as const) {
    const { sent, stop } = load(cards)
    try {
      await until(
        'more than 100 requests are answered',
        () => sent.filter(({ status }) => status !== 'unknown').length > 100,
        20_000,
      )
      await pause(randomInt(50, 900))
      await (victim === 'service' ? service.kill() : killPostmaster())
    } finally {
      await stop()
    }
    if (victim === 'service') await service.start()
    everything.push(...sent)
    await resolveUnknown(sent)
    for (const card of cards) await check(card, 500_00, everything)
    const audit = await service.audit()
    assert.ok(audit.isClean, audit.said)
    const count = (isSo: (each: Sent) => boolean) => sent.filter(isSo).length
    t.diagnostic(
      `${victim} killed: ${sent.length} requests, ${count(({ status }) => status === 'unknown')} without a key remain unknown`,
    )
  }
  await service.stop()
})

/** Kills PostgreSQL under the service, which starts it again automatically. */
async function killPostmaster(): Promise<void> {
  const before = service.postmaster
  process.kill(before, 'SIGKILL')
  const isBack = async () =>
    (await call('GET', '/wallet/balance').catch(() => undefined))?.status === 200 && service.postmaster !== before
  await until('PostgreSQL runs again', async () => service.hasEnded || (await isBack()), 30_000)
  assert.ok(!service.hasEnded, `the service survives its PostgreSQL, but it ended with: ${service.lastWords}`)
}

/** Repeats, with the same key, every request with an unknown outcome and some with a known one. */
async function resolveUnknown(sent: Sent[]): Promise<void> {
  const keyed = sent.filter(({ key }) => key !== undefined)
  for (const each of keyed.filter(({ status }) => status === 'unknown')) {
    await until('the retry is answered', async () => {
      const { status, body } = await post(each)
      if (status < 500) Object.assign(each, { status, body })
      return status < 500
    })
  }
  for (const each of keyed.filter(({ status }) => status === 201 || status === 200).slice(-40)) {
    const again = await post(each)
    assert.deepEqual(
      [again.status, again.replayed, again.body],
      [each.status, true, each.body],
      'an acknowledged response is stored',
    )
  }
}

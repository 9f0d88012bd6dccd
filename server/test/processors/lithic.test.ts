// The Lithic adapter against a simulated Lithic over real HTTP.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import Lithic from 'lithic'
import type { ProcessorSettings } from '../../src/config/processor-config.ts'
import type { Uuid } from '../../src/ids.ts'
import type { Inbound } from '../../src/processors/inbound.ts'
import { openLithic } from '../../src/processors/lithic/open-lithic.ts'
import { type Processor, ProcessorRefused, ProcessorSilent } from '../../src/processors/processor.ts'
import { type LithicWorld, openLithicWorld } from './lithic-world.ts'
import type { Fault, Life, Message, Reply } from './world.ts'

const addresses = {
  decisions: 'https://cards.example.com/processors/lithic-main/decisions',
  events: 'https://cards.example.com/processors/lithic-main/events',
}
const expiry = { month: 6, year: 2029 }

let world: LithicWorld
let library: Lithic
let processor: Processor
let now = new Date('2026-11-16T12:00:00Z')
let secrets: string[]

before(async () => {
  world = await openLithicWorld({ seed: 7, clock: () => now, ask })
  library = new Lithic({ apiKey: world.apiKey, baseURL: world.baseUrl, maxRetries: 0 })
})
after(() => world.close())

beforeEach(() => {
  now = new Date('2026-11-16T12:00:00Z')
  secrets = [world.signingSecret]
  processor = open({})
  world.faults.length = 0
  world.take()
})

function open(changes: Partial<ProcessorSettings>): Processor {
  return openLithic(
    {
      name: 'lithic-main',
      kind: 'lithic',
      environment: 'sandbox',
      baseUrl: `${world.baseUrl}/`,
      apiKey: world.apiKey,
      signingSecrets: () => secrets,
      options: {},
      ...changes,
    },
    () => now,
  )
}

/** Our callback says yes. */
async function ask(message: Message): Promise<Reply> {
  processor.verify(message.headers, Buffer.from(message.body), now)
  const [inbound] = processor.read(Buffer.from(message.body))
  assert.ok(inbound?.type === 'question')
  const { question } = inbound
  const balance = { available: 100n, total: 200n }
  const answer = processor.answer(question, { approved: true, amount: question.amount, balance })
  return { status: answer.status, headers: {}, body: answer.text }
}

const newKey = () => randomUUID() as Uuid
const billingAddress = { line1: '1 Example Street', city: 'Wilmington', state: 'DE', zip: '19801', country: 'US' }
const newCard = (cardId: string) => ({
  cardId,
  holder: 'program',
  label: 'Ads',
  network: 'visa' as const,
  expiry,
  billingAddress,
})

async function lastRequest(act: () => Promise<unknown>) {
  world.requests.length = 0
  await act()
  const { method, path, query, body } = world.requests.at(-1)!
  return { method, path, query: Object.fromEntries(query), body }
}

test('a card is issued once, whatever happens to the answer', async () => {
  const key = newKey()
  world.faults.push('silent after effect')
  await assert.rejects(processor.issue(newCard('card_once'), key), ProcessorSilent)
  const found = await processor.find('card_once', 'program')
  const repeated = await processor.issue(newCard('card_once'), key)
  assert.deepEqual(found, repeated)
  assert.deepEqual(repeated.expiry, expiry)
  assert.equal(repeated.network, 'mastercard')
  assert.equal(repeated.state, 'active')
  assert.match(repeated.last4, /^\d{4}$/)
  assert.equal([...world.cards.values()].filter(({ cardId }) => cardId === 'card_once').length, 1)
  assert.equal(world.cards.get(repeated.externalId)?.cardId, 'card_once')
})

test('a card that was not issued is not found, nor is one whose memo only begins alike', async () => {
  await processor.issue(newCard('card_alike_2'), newKey())
  assert.equal(await processor.find('card_alike', 'program'), undefined)
  world.faults.push('silent before effect')
  await assert.rejects(processor.issue(newCard('card_never'), newKey()), ProcessorSilent)
  assert.equal(await processor.find('card_never', 'program'), undefined)
})

test('a key that was used for another card is refused', async () => {
  const key = newKey()
  await processor.issue(newCard('card_first'), key)
  await assert.rejects(
    processor.issue(newCard('card_second'), key),
    (error) => error instanceof ProcessorRefused && error.message === 'Idempotency-Key was used before',
  )
})

test('a program that may not see numbers tells the network by its range, and reveals nothing by its API', async () => {
  const fresh = await openLithicWorld({ seed: 11, clock: () => now, ask })
  try {
    fresh.hideNumbers()
    const there = open({ baseUrl: fresh.baseUrl, apiKey: fresh.apiKey })
    const card = await there.issue(newCard('card_unseen'), newKey())
    assert.equal(card.network, 'mastercard')
    assert.deepEqual(await there.find('card_unseen', 'program'), card)
    await assert.rejects(there.reveal(card.externalId), ProcessorRefused)
    assert.equal(fresh.calls.filter((call) => call.startsWith('GET /v1/card_programs/')).length, 1)
  } finally {
    await fresh.close()
  }
})

test('a card that was issued is never taken for one that was refused', async () => {
  const fresh = await openLithicWorld({ seed: 12, clock: () => now, ask })
  try {
    fresh.hideNumbers()
    fresh.refusePrograms()
    const there = open({ baseUrl: fresh.baseUrl, apiKey: fresh.apiKey })
    assert.equal((await there.issue(newCard('card_kept'), newKey())).network, 'visa')
    await assert.rejects(there.find('card_kept', 'program'), ProcessorSilent)
  } finally {
    await fresh.close()
  }
})

test('a card is frozen, thawed and closed for good; closing it again is no error', async () => {
  const { externalId } = await processor.issue(newCard('card_states'), newKey())
  for (const state of ['frozen', 'active', 'closed', 'closed'] as const) {
    assert.deepEqual(await processor.setState(externalId, state, newKey()), { state })
    assert.deepEqual(await processor.observe(externalId), { state })
    assert.equal(world.cards.get(externalId)?.state, state)
  }
  await assert.rejects(processor.setState(externalId, 'active', newKey()), ProcessorRefused)
  const told = world.take().flatMap(({ body }) => processor.read(Buffer.from(body)))
  assert.deepEqual(
    told,
    (['frozen', 'active', 'closed'] as const).map((state) => ({ type: 'card', cardRef: externalId, state })),
  )
})

test('the number is read by their API', async () => {
  const { externalId, last4 } = await processor.issue(newCard('card_number'), newKey())
  const revealed = await processor.reveal(externalId)
  assert.ok('number' in revealed)
  assert.match(revealed.number, new RegExp(`^52304803\\d{4}${last4}$`))
  assert.match(revealed.cvv, /^\d{3}$/)
})

test('the page that shows a card is the one that their library makes', async () => {
  const paged = open({ options: { reveal: 'page' } })
  const revealed = await paged.reveal('7ef7d65c-9023-4da3-b113-3b8583fd7951')
  assert.ok('page' in revealed)
  assert.deepEqual(revealed.expiresAt, new Date('2026-11-16T12:05:00Z'))
  const theirs = library.cards.getEmbedURL({
    token: '7ef7d65c-9023-4da3-b113-3b8583fd7951',
    expiration: revealed.expiresAt.toISOString(),
  })
  assert.deepEqual(parametersOf(revealed.page), parametersOf(theirs))
  const framed = await paged.reveal('7ef7d65c-9023-4da3-b113-3b8583fd7951', 'https://shop.example.com')
  const theirsFramed = library.cards.getEmbedURL({
    token: '7ef7d65c-9023-4da3-b113-3b8583fd7951',
    expiration: revealed.expiresAt.toISOString(),
    target_origin: 'https://shop.example.com',
  })
  assert.deepEqual(parametersOf('page' in framed ? framed.page : ''), parametersOf(theirsFramed))
  assert.equal(paged.abilities.reveal, 'page')
  assert.equal(revealed.page.includes(world.apiKey), false)
})

function parametersOf(url: string) {
  const { origin, pathname, searchParams } = new URL(url)
  return { origin, pathname, parameters: Object.fromEntries(searchParams) }
}

test('our calls are the calls that their library makes', async () => {
  const card = await processor.issue(newCard('card_same'), newKey())
  const create = await lastRequest(() => processor.issue(newCard('card_same_2'), newKey()))
  const params = { type: 'VIRTUAL', state: 'OPEN', memo: 'card_same_2', exp_month: '06', exp_year: '2029' } as const
  assert.deepEqual(create, await lastRequest(() => library.cards.create({ ...params, 'Idempotency-Key': newKey() })))
  assert.deepEqual(
    await lastRequest(() => processor.setState(card.externalId, 'frozen', newKey())),
    await lastRequest(() => library.cards.update(card.externalId, { state: 'PAUSED' })),
  )
  assert.deepEqual(
    await lastRequest(() => processor.observe(card.externalId)),
    await lastRequest(() => library.cards.retrieve(card.externalId)),
  )
  assert.deepEqual(await lastRequest(() => processor.balance()), await lastRequest(() => library.balances.list()))
  assert.deepEqual(
    await lastRequest(() => processor.since(undefined)),
    await lastRequest(() =>
      library.events.list({
        begin: '2026-11-16T11:45:00.000Z',
        event_types: ['card_transaction.updated', 'card.updated', 'three_ds_authentication.challenge'],
        with_content: true,
        page_size: 100,
      }),
    ),
  )
})

const purchase: Life = {
  amount: 5_000n,
  merchant: { name: 'SOMA EATS', mcc: '5812', country: 'US' },
  begins: 'asked',
  steps: [
    { act: 'settle', amount: 2_000n, isFinal: false },
    { act: 'settle', amount: 3_500n, isFinal: true },
    { act: 'refund', amount: 500n },
  ],
}

test('a purchase is asked about, told as events, found again by its token, and on the pages of updates', async () => {
  const { externalId } = await processor.issue(newCard('card_bought'), newKey())
  await world.live(externalId, purchase)
  const sent = world.take()
  const reports = sent.flatMap((message) => {
    processor.verify(message.headers, Buffer.from(message.body), now)
    return processor.read(Buffer.from(message.body))
  })
  assert.equal(reports.length, 4)
  assert.deepEqual(world.books(externalId), { held: 0n, taken: 5_000n })
  const last = reports.findLast((each) => each.type === 'report' && each.report.outcome === 'approved')
  assert.ok(last?.type === 'report')
  const [fetched] = await processor.fetch(last.report.authorizationRef)
  assert.ok(fetched?.type === 'report')
  assert.deepEqual(fetched.report.hold, last.report.hold)
  assert.ok(fetched.report.version >= last.report.version)
  const updates = await allUpdates(undefined)
  for (const report of reports) assert.ok(updates.some((each) => isSame(each, report)))
})

/** The order of events within a message differs from one to the next; what is read from them does not. */
function isSame(a: Inbound, b: Inbound): boolean {
  const plain = (each: Inbound) => JSON.stringify(each, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  return plain(a) === plain(b)
}

async function allUpdates(start: string | undefined): Promise<Inbound[]> {
  const items: Inbound[] = []
  let cursor = start
  for (let page = 0; page < 100; page++) {
    const updates = await processor.since(cursor)
    items.push(...updates.items)
    cursor = updates.cursor
    now = new Date(now.getTime() + 7) // time goes on while pages are read
    if (!updates.isMore) return items
  }
  throw new Error('the updates do not end')
}

test('updates are read page by page and window by window, and none is missed', async () => {
  const { externalId } = await processor.issue(newCard('card_news'), newKey())
  now = new Date('2026-11-17T00:00:00Z')
  const { cursor } = await processor.since(undefined)
  const told: string[] = []
  for (let hour = 0; hour < 5; hour++) {
    for (let count = 0; count < 30; count++) await world.live(externalId, { ...purchase, begins: 'forced', steps: [] })
    for (const { body } of world.take()) told.push(JSON.parse(body).token)
    now = new Date(now.getTime() + 50 * 60_000)
  }
  for (let count = 0; count < 130; count++) await world.live(externalId, { ...purchase, begins: 'forced', steps: [] })
  for (const { body } of world.take()) told.push(JSON.parse(body).token)
  const found = (await allUpdates(cursor)).flatMap((each) =>
    each.type === 'report' ? [each.report.authorizationRef] : [],
  )
  assert.deepEqual(new Set(found), new Set(told))
  // Sorted but for bursts larger than a page.
  assert.deepEqual(unique(found).slice(0, 150), told.slice(0, 150))
})

const unique = (items: string[]) => [...new Set(items)]

test('an event that makes no sense does not stop the updates, and a cursor of somebody else is none', async () => {
  now = new Date('2026-11-20T00:00:00Z')
  const { externalId } = await processor.issue(newCard('card_odd'), newKey())
  await processor.setState(externalId, 'frozen', newKey())
  const events = await library.events.list({ with_content: true, begin: now.toISOString() })
  assert.equal(events.data.length, 1)
  await world.live(externalId, { ...purchase, begins: 'forced', amount: 1n, steps: [] })
  world.spoilLastEvent()
  const { items } = await processor.since('not a cursor of ours')
  assert.deepEqual(
    items.map(({ type }) => type),
    ['card', 'ignored'],
  )
})

test('of a card the newest state is new, and a challenge only while it can be answered', async () => {
  now = new Date('2026-11-25T00:00:00Z')
  const { externalId } = await processor.issue(newCard('card_again'), newKey())
  for (const state of ['frozen', 'active', 'frozen'] as const) await processor.setState(externalId, state, newKey())
  const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'USA' }
  await world.authenticate(externalId, { amount: 9_900n, merchant, isChallengeWished: true })
  const kinds = async () => (await processor.since(undefined)).items.map(({ type }) => type)
  assert.deepEqual(await kinds(), ['card', 'challenge'])
  now = new Date('2026-11-25T00:10:00Z')
  assert.deepEqual(await kinds(), ['card'])
})

test('3-D Secure: a challenge is handed over, and answered once', async () => {
  const { externalId } = await processor.issue(newCard('card_3ds'), newKey())
  const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'USA' }
  await world.authenticate(externalId, { amount: 9_900n, merchant, isChallengeWished: false })
  assert.deepEqual(world.take(), [])
  await world.authenticate(externalId, { amount: 9_900n, merchant, isChallengeWished: true })
  const [message] = world.take()
  const [inbound] = processor.read(Buffer.from(message!.body))
  assert.ok(inbound?.type === 'challenge')
  assert.equal(inbound.challenge.passcode, undefined)
  assert.deepEqual(inbound.challenge.expiresAt, new Date('2026-11-16T12:10:00Z'))
  await processor.answerChallenge(inbound.challenge, 'approve')
  assert.equal(world.challenges.get(inbound.challenge.ref), 'APPROVE')
  await assert.rejects(processor.answerChallenge(inbound.challenge, 'decline'), ProcessorRefused)
})

test('a verification and a look at the balance are answered, and leave nothing in the books', async () => {
  const { externalId } = await processor.issue(newCard('card_looked_at'), newKey())
  for (const kind of ['verify', 'balance'] as const) {
    const reply = await world.inquire(externalId, kind)
    const body = JSON.parse(reply.body)
    assert.deepEqual([body.result, body.balance], ['APPROVED', { amount: 200, available: 100 }])
  }
  const told = world.take().flatMap(({ body }) => processor.read(Buffer.from(body)))
  assert.deepEqual(
    told.map(({ type }) => type),
    ['ignored', 'ignored'],
  )
})

test('a day is totalled once it is complete, with what was taken, given back, and which postings', async () => {
  now = new Date('2026-12-01T10:00:00Z')
  const { externalId } = await processor.issue(newCard('card_day'), newKey())
  for (let count = 0; count < 40; count++) await world.live(externalId, purchase)
  assert.equal(await processor.totals('2026-12-01'), undefined)
  now = new Date('2026-12-02T10:00:00Z')
  const totals = await processor.totals('2026-12-01')
  assert.deepEqual([totals?.gross, totals?.refunds, totals?.posts?.length], [220_000n, 20_000n, 120])
  world.faults.push('refuse')
  assert.equal(await processor.totals('2026-12-01'), undefined)
  world.faults.push('fail')
  await assert.rejects(processor.totals('2026-12-01'), ProcessorSilent)
})

test('what lies there is the issuing account', async () => {
  const { externalId } = await processor.issue(newCard('card_balance'), newKey())
  const before = await processor.balance()
  await world.live(externalId, { ...purchase, begins: 'forced', amount: 123n, steps: [] })
  assert.deepEqual(await processor.balance(), { available: before!.available - 123n, currency: 'USD' })
})

test('connecting enrols both addresses, finds every secret, and may be done again', async () => {
  const fresh = await openLithicWorld({ seed: 8, clock: () => now, ask })
  try {
    secrets = []
    const there = open({ baseUrl: fresh.baseUrl, apiKey: fresh.apiKey })
    assert.deepEqual(
      (await there.check(addresses)).map(({ problem }) => problem),
      [
        'Lithic does not ask us about purchases.',
        'Lithic does not ask us about 3-D Secure.',
        'Lithic sends us no events.',
        'No signing secret is known, so every message is refused.',
      ],
    )
    const connected = await there.connect(addresses)
    assert.equal(new Set(connected.secrets).size, 3)
    secrets = [...connected.secrets]
    assert.deepEqual(await there.check(addresses), [])
    assert.deepEqual([connected.notes, connected.remaining], [[], []])
    assert.deepEqual(await there.connect(addresses), connected)
    assert.deepEqual(fresh.calls.filter((call) => call === 'POST /v1/event_subscriptions').length, 1)
    assert.deepEqual(fresh.calls.filter((call) => call === 'POST /v1/responder_endpoints').length, 2)
    await signsWithAll(fresh, there)
  } finally {
    await fresh.close()
  }
})

async function signsWithAll(fresh: LithicWorld, there: Processor): Promise<void> {
  processor = there
  const { externalId } = await there.issue(newCard('card_connected'), newKey())
  await fresh.live(externalId, { ...purchase, steps: [] })
  await fresh.authenticate(externalId, {
    amount: 100n,
    merchant: { name: 'SOMA EATS', mcc: '5812', country: 'USA' },
    isChallengeWished: true,
  })
  const messages = fresh.take()
  assert.equal(messages.length, 2)
  for (const message of messages) there.verify(message.headers, Buffer.from(message.body), now)
}

test('the secret of the questions is fetched before they are enrolled, and they are enrolled last', async () => {
  const fresh = await openLithicWorld({ seed: 9, clock: () => now, ask })
  try {
    await open({ baseUrl: fresh.baseUrl, apiKey: fresh.apiKey }).connect(addresses)
    const enrolments = fresh.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/responder_endpoints',
    )
    assert.equal(enrolments.at(-1)?.body?.type, 'AUTH_STREAM_ACCESS')
    assert.equal(fresh.requests.at(-1), enrolments.at(-1))
    const fetchedAt = fresh.calls.indexOf('GET /v1/auth_stream/secret')
    assert.ok(fetchedAt >= 0 && fetchedAt < fresh.requests.indexOf(enrolments.at(-1)!))
  } finally {
    await fresh.close()
  }
})

test('a program without 3-D Secure decisions can be connected', async () => {
  const fresh = await openLithicWorld({ seed: 10, clock: () => now, ask })
  try {
    const there = open({ baseUrl: fresh.baseUrl, apiKey: fresh.apiKey })
    fresh.refuseThreeDs()
    const { secrets: found } = await there.connect(addresses)
    assert.equal(found.length, 2)
    assert.deepEqual(
      (await there.check(addresses)).map(({ problem }) => problem),
      ['Lithic does not ask us about 3-D Secure.'],
    )
  } finally {
    await fresh.close()
  }
})

test('a wrong key is a problem for the operator, as is silence', async () => {
  const [wrong] = await open({ apiKey: 'another' }).check(addresses)
  assert.equal(wrong?.problem, 'Lithic refuses: Please provide a valid API key')
  world.faults.push('silent before effect')
  const [silent] = await processor.check(addresses)
  assert.match(silent?.problem ?? '', /^Lithic does not answer: GET \/v1\/status: no answer/)
})

test('every call is refused with their words, or counts as silence', async () => {
  const { externalId } = await processor.issue(newCard('card_faults'), newKey())
  const challenge = { ref: 'x', cardRef: 'x', merchant: 'x', amount: 1n, passcode: undefined, expiresAt: now }
  const calls: [string, () => Promise<unknown>][] = [
    ['issue', () => processor.issue(newCard('card_fault'), newKey())],
    ['find', () => processor.find('card_fault', 'program')],
    ['observe', () => processor.observe(externalId)],
    ['reveal', () => processor.reveal(externalId)],
    ['fetch', () => processor.fetch('x')],
    ['since', () => processor.since(undefined)],
    ['balance', () => processor.balance()],
    ['connect', () => processor.connect(addresses)],
    ['answerChallenge', () => processor.answerChallenge(challenge, 'approve')],
  ]
  const silences: Fault[] = ['limit', 'fail', 'silent before effect', 'silent after effect']
  for (const [name, call] of calls) {
    for (const fault of silences) {
      world.faults.push(fault)
      await assert.rejects(call(), ProcessorSilent, `${name}: ${fault}`)
    }
    world.faults.push('refuse')
    await assert.rejects(
      call(),
      (error) => error instanceof ProcessorRefused && error.message === 'The program does not allow this',
      name,
    )
  }
})

test('a freeze that was refused, or not answered, is told so', async () => {
  const { externalId } = await processor.issue(newCard('card_freeze'), newKey())
  world.faults.push('refuse')
  await assert.rejects(processor.setState(externalId, 'frozen', newKey()), ProcessorRefused)
  world.faults.push('silent after effect')
  await assert.rejects(processor.setState(externalId, 'frozen', newKey()), ProcessorSilent)
  assert.deepEqual(await processor.setState(externalId, 'frozen', newKey()), { state: 'frozen' })
})

// The list of purchases: one row for everything that follows from one authorization, with its status from the row of
// the hold.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sumOldHolds } from '../../src/purchases/sum-old-holds.ts'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'
import { asOwner, DAY, done, hotel, type Json, openScene, type Scene, workspaceOf } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
let scene: Scene
let viewer: Browser

/** One purchase of each kind, in this order. The expected list is newest first. */
const lives: [string, () => Promise<unknown>][] = [
  ['pending 20 held 20', () => scene.hold(20)],
  ['settled 21 settled 21', async () => settle(await scene.hold(21))],
  ['partly_settled 22 held 12 settled 10', async () => settle(await scene.hold(22), { amount: 10, final: false })],
  ['settled 23 settled 10', async () => settle(await scene.hold(23), { amount: 10 })],
  ['settled 24 settled 30', async () => settle(await scene.hold(24), { amount: 30 })],
  ['reversed 25', async () => done(await scene.on(await scene.hold(25), 'reverse'), 200)],
  [
    'pending 30 held 20',
    async () => {
      const hold = await scene.hold(26)
      done(await scene.on(hold, 'increment', { amount: 4 }), 201)
      done(await scene.on(hold, 'reverse', { amount: 10 }), 200)
    },
  ],
  ['expired 27', async () => done(await scene.on(await scene.hold(27), 'expire'), 200)],
  ['refunded 28 settled 28 refunded 28', async () => refund(await settle(await scene.hold(28)))],
  ['partly_refunded 29 settled 29 refunded 9', async () => refund(await settle(await scene.hold(29)), 9)],
  [
    'settled 31 settled 11',
    async () => {
      const hold = await scene.hold(31)
      await settle(hold, { amount: 11, final: false })
      done(await scene.on(hold, 'reverse'), 200)
    },
  ],
  ['declined 4000 insufficient_funds', () => scene.ask(4_000)],
  ['declined 33 category_not_allowed', () => declinedByCategory()],
  ['settled 34 settled 34', () => scene.force(34)],
  ['partly_refunded 35 settled 35 refunded 5', async () => refund(await scene.force(35), 5)],
  ['refunded 36 refunded 36', () => lonelyRefund(36)],
  ['pending 37 held 37', () => scene.hold(37, { merchant: hotel })],
]

async function settle(hold: Json, body: object = {}): Promise<Json> {
  return done(await scene.on(hold, 'settle', body), 201)
}

async function refund({ id }: Json, amount?: number): Promise<Json> {
  return done(await scene.call('refunds', { transaction_id: id, ...(amount && { amount }) }), 201)
}

async function lonelyRefund(amount: number): Promise<Json> {
  return done(await scene.call('refunds', { card_id: scene.card, merchant: hotel, amount }), 201)
}

async function declinedByCategory(): Promise<void> {
  const { id } = done(await scene.api.patch(`/cards/${scene.card}`, { allowed_categories: ['lodging'] }), 200)
  await scene.ask(33)
  done(await scene.api.patch(`/cards/${id}`, { allowed_categories: [] }), 200)
}

const textOf = ({ status, amount, reason, held_amount, settled_amount, refunded_amount }: Json): string =>
  [
    `${status} ${amount}`,
    ...(held_amount ? [`held ${held_amount}`] : []),
    ...(settled_amount ? [`settled ${settled_amount}`] : []),
    ...(refunded_amount ? [`refunded ${refunded_amount}`] : []),
    ...(reason ? [reason] : []),
  ].join(' ')

async function list(query = ''): Promise<Json[]> {
  return done(await viewer.get(`/dashboard/purchases?${query}`), 200).data
}

async function file(path: string): Promise<{ name: string; text: string }> {
  const response = await viewer.open(path)
  return { name: response.headers.get('content-disposition')!, text: await response.text() }
}

const expected = lives.map(([text]) => text).reverse()
const matching = (pattern: RegExp) => expected.filter((text) => pattern.test(text))

before(async () => {
  scene = await openScene(service, { amount: 2_000, wallet: 100, label: 'Ads' })
  viewer = await join(service, await accountOf(service, scene.api.key), 'viewer')
  for (const [, live] of lives) await live()
})

test('a purchase is shown as one row with its status and the amounts that were held, settled and refunded', async () => {
  const all = await list()
  assert.deepEqual(all.map(textOf), expected)
  const { last4 } = await scene.summary()
  for (const { card } of all) assert.deepEqual([card.id, card.label, card.last4], [scene.card, 'Ads', last4])
  assert.deepEqual(
    all.map((each) => (each.authorization_id === null ? null : each.id)),
    all.map((each) => each.authorization_id),
  )
})

test('every filter, on its own and together with a card, returns the matching purchases', async () => {
  const wanted: [string, string[]][] = [
    ...['pending', 'settled', 'partly_settled', 'reversed', 'expired', 'partly_refunded', 'refunded', 'declined'].map(
      (status): [string, string[]] => [`status=${status}`, matching(new RegExp(`^${status} `))],
    ),
    ['reason=insufficient_funds', matching(/insufficient/)],
    ['reason=insufficient_funds&status=settled', []],
    ['merchant=grand', matching(/^(pending 37|refunded 36)/)],
    ['merchant=grand&status=refunded', matching(/^refunded 36/)],
    ['category=lodging', matching(/^(pending 37|refunded 36)/)],
    ['category=advertising&min_amount=30&max_amount=31', matching(/ (30|31) /)],
    ['category=software', []],
    ['min_amount=36&max_amount=1000', matching(/ (36|37) /)],
    ['currency=EUR', []],
    ['currency=USD', expected],
    ['to=2020-01-01', []],
    ['from=2020-01-01', expected],
  ]
  for (const [query, texts] of wanted)
    for (const also of ['', `&card_id=${scene.card}`])
      assert.deepEqual((await list(`${query}${also}`)).map(textOf), texts, `${query}${also}`)
})

test('paging by cursor returns every purchase once, with any filter', async () => {
  for (const filter of ['', `card_id=${scene.card}`, 'category=advertising', 'status=settled']) {
    const whole = (await list(`per_page=100&${filter}`)).map(({ id }) => id)
    const seen: string[] = []
    for (let cursor = '', page = 0; page < 100; page++) {
      const { data, pagination } = done(await viewer.get(`/dashboard/purchases?per_page=2&${filter}${cursor}`), 200)
      seen.push(...data.map(({ id }: Json) => id))
      if (pagination.next_cursor === null) break
      cursor = `&cursor=${pagination.next_cursor}`
    }
    assert.deepEqual(seen, whole)
  }
})

test('a filter value that no purchase can match is rejected with the name of its parameter', async () => {
  for (const query of [
    'status=lost',
    'reason=bad',
    'category=nonsense',
    'currency=euro',
    'min_amount=-1',
    'cursor=x',
  ]) {
    const { status, body } = await viewer.get(`/dashboard/purchases?${query}`)
    assert.deepEqual([status, body.param], [400, query.split('=')[0]], query)
  }
  assert.deepEqual(await list('card_id=card_000'), [])
})

test('any transaction leads to its purchase, and a transaction of another workspace returns 404', async () => {
  const { data } = done(await scene.api.get('/transactions?type=refund&per_page=1'), 200)
  const purchase = done(await viewer.get(`/dashboard/purchases/${data[0].id}`), 200)
  assert.equal(textOf(purchase), 'refunded 36 refunded 36')
  const other = await join(service, await accountOf(service, (await openScene(service)).api.key), 'owner')
  assert.equal((await other.get(`/dashboard/purchases/${data[0].id}`)).status, 404)
  assert.deepEqual(done(await other.get('/dashboard/purchases'), 200).data, [])
})

test('the exported file contains the rows of the list with two decimals, and its name says what it contains', async () => {
  await scene.hold(5, { merchant: { name: '=cmd()', mcc: '7311', country: 'US' } })
  const answer = await file('/dashboard/purchases?format=csv&from=2020-01-01')
  assert.match(answer.name, /filename="[a-z0-9-]+-sandbox-purchases-2020-01-01-to-\d{4}-\d\d-\d\d\.csv"/)
  const [header, first, ...lines] = answer.text.trimEnd().split('\r\n')
  assert.match(header!, /^created_at_utc,status,decline_reason,card_label,card_last4,merchant_name,/)
  assert.match(
    first!,
    /^\d{4}-\d\d-\d\dT[\d:.]+Z,pending,,Ads,\d{4},'=cmd\(\),advertising,7311,US,5\.00,5\.00,0\.00,0\.00,,,txn_/,
  )
  assert.equal(lines.length, expected.length)
  const cards = await file('/dashboard/cards/export?status=active')
  assert.match(cards.name, /-sandbox-cards-until-/)
  assert.match(cards.text, /^created_at_utc,label,last4,.*\r\n.*,Ads,\d{4},\w+,active,\d+\.\d\d,/)
  assert.equal((await file('/dashboard/cards/export?status=frozen')).text.trimEnd().split('\r\n').length, 1)
})

test('the wallet statement for bookkeeping lists the oldest movement first, and each balance follows from the previous one', async () => {
  done(await scene.api.post(`/cards/${scene.card}/fund`, { amount: 20.5 }), 200)
  done(await scene.api.post(`/cards/${scene.card}/withdraw`, { amount: 3 }), 200)
  const { name, text } = await file('/dashboard/wallet/statement/export')
  assert.match(name, /-sandbox-wallet-statement-until-/)
  const [header, ...lines] = text.trimEnd().split('\r\n')
  assert.equal(header, 'date_utc,time_utc,description,debit,credit,balance,currency,number,type,card_id,deposit_id')
  let balance = 0
  for (const line of lines) {
    const [date, time, , debit, credit, after, currency] = line.replace(/"[^"]*"/, '').split(',')
    assert.match(`${date}T${time}`, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    for (const amount of [debit!, credit!].filter(Boolean)) assert.match(amount, /^\d+\.\d\d$/)
    balance = Math.round((balance + Number(credit) - Number(debit)) * 100) / 100
    assert.deepEqual([after, currency], [balance.toFixed(2), 'USD'])
  }
  assert.equal(balance, (await scene.wallet()).balance)
  assert.match(lines.at(-1)!, /,"Withdrawn from card: Ads, ends in \d{4}",,3\.00,/)
  assert.equal((await file('/dashboard/wallet/statement/export?to=2020-01-01')).text.trimEnd(), header)
  assert.equal((await viewer.get('/dashboard/wallet/statement/export?from=x')).status, 400)
})

test('the worker adds the missing sums to holds from before the sums were stored', async () => {
  const before = await list()
  const { bucket, id } = await workspaceOf(service, scene.api)
  await asOwner(
    service,
    (sql) => sql`
      update holds set created_at = null, authorized_cents = null, settled_cents = null, refunded_cents = null
      where bucket = ${bucket} and workspace_id = ${id}`,
  )
  // Events that happen in the meantime are counted once.
  await settle(before.find(({ status }) => status === 'pending')!, { amount: 1, final: false })
  await sumOldHolds(service.services)
  const after = await list()
  assert.deepEqual(after.slice(1), before.slice(1))
  assert.equal(textOf(after[0]), 'partly_settled 5 held 4 settled 1')
})

test('a hold that expires by time becomes an expired purchase', async () => {
  await scene.advance(31 * DAY)
  assert.equal((await list('status=pending')).length, 0)
  assert.equal((await list('status=expired')).length, 4)
})

test('the books balance', () => service.audit())

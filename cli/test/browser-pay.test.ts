// `cardwright pay` with a real browser: it fills only allowed pages, has an exit code for each outcome, and never prints
// anything of the card.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherKey, workspaceWith } from '../../server/test/contract/assertions.ts'
import { type Api, startTestService } from '../../server/test/harness.ts'
import { auditOf } from '../../server/test/reveal/reveal-page.ts'
import { done } from '../../server/test/sandbox/scene.ts'
import { environmentFor, startReally } from './cli-fixture.ts'
import { form, PaymentPages, page, plainForm, type Sent } from './payment-pages.ts'
import { type Ended, type Environment, endOf } from './running-program.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const boss = await workspaceWith(service, 1000)
const agent = await anotherKey(service, boss, {
  rights: { kind: 'agent', ownCards: true, budget: { amountCents: 100_000n, window: 'month' } },
})
const checkout = await anotherKey(service, boss, {
  rights: { scopes: ['spend_requests:read', 'transactions:read', 'details:read'] },
})
const shop = await PaymentPages.open()

type Approved = { id: string; card_id: string; pan: string; cvv: string; exp_month: number; exp_year: number }

async function approved(): Promise<Approved> {
  const asked = { amount: 25, merchant: { name: 'Acme Books' }, reason: 'The manual for the printer in room 4.' }
  const { id } = done(await agent.post('/spend-requests', asked), 201)
  const { card_id } = done(await boss.post(`/spend-requests/${id}/approve`), 200)
  return { ...done(await boss.get(`/cards/${card_id}/details`), 200), id, card_id }
}

/** DEBUG would make the driver of the browser log what it types; the program must prevent that. */
const envOf = (api: Api, more: Environment = {}): Environment => ({
  ...environmentFor({ url: service.url, key: api.key }),
  DEBUG: 'pw:*',
  ...more,
})

type Paid = Ended & { id: string | undefined }

/** Runs the command and checks that it prints nothing of the card. `id` is the id of the failure. */
async function pay(
  request: Approved,
  address: string,
  more: string[] = [],
  env = envOf(checkout),
  input = '',
): Promise<Paid> {
  const hosts = env.CARDWRIGHT_PAY_ALLOW || more.includes('--allow') ? [] : ['--allow', shop.host]
  const args = ['pay', '--request', request.id, '--page', address, '--no-sandbox', '--json', ...hosts, ...more]
  const ended = await endOf(startReally(args, env), input)
  const said = ended.out + ended.err
  for (const secret of [request.pan, request.pan.replace(/(.{4})(?=.)/g, '$1 '), `"${request.cvv}"`, checkout.key])
    assert.ok(!said.includes(secret), said)
  assert.doesNotMatch(said, /\n\s+at |pw:/)
  return { ...ended, id: ended.err === '' ? undefined : JSON.parse(ended.err).error }
}

const steps = ({ out }: Ended) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).step)

/** Charges the card that was submitted, as a shop does. */
const charging =
  (merchant: string, cardIn: (form: Record<string, string>) => object) =>
  async ({ form: sent }: Sent) => {
    const purchase = { amount: 20, merchant: { name: merchant, mcc: '5942', country: 'US' } }
    const { approved } = done(await boss.post('/sandbox/authorizations', { ...cardIn(sent), ...purchase }), 201)
    return page(approved ? 'Thank you.' : 'Declined.')
  }

const cardIn = ({ number, expiry, code }: Record<string, string>) => {
  const [month, year] = expiry!.split('/').map(Number)
  return { pan: number, cvv: code, exp_month: month, exp_year: 2000 + year! }
}

test('pay finds fields by their autocomplete attributes, and the card is charged', async () => {
  const request = await approved()
  shop.onSent = charging('Acme Books', cardIn)
  const ended = await pay(request, shop.add('/form', form()))
  assert.deepEqual([ended.code, ended.err, steps(ended)], [0, '', ['submitted', 'paid']])
  const { form: sent } = shop.sent.at(-1)!
  assert.deepEqual([sent.company, sent['gift-card-number'], sent.name], ['', '', 'Grace Test'])
})

test('pay finds fields without the attribute by their names, in a frame of a second allowed host', async () => {
  const request = await approved()
  shop.onSent = charging('Acme Books', (sent) => ({
    pan: sent.n,
    cvv: sent.cvc,
    exp_month: Number(sent['exp-month']),
    exp_year: Number(sent['exp-year']),
  }))
  shop.add('/plain', plainForm)
  const address = shop.add('/framing', page(`<iframe src="http://${shop.otherHost}/plain"></iframe>`))
  const ended = await pay(
    request,
    address,
    [],
    envOf(checkout, { CARDWRIGHT_PAY_ALLOW: `${shop.host}, ${shop.otherHost}` }),
  )
  assert.deepEqual([ended.code, ended.err, steps(ended)], [0, '', ['submitted', 'paid']])
  assert.equal(shop.sent.at(-1)!.form.gift_card_number, '')
})

test('pay ends with its own exit code when the card is declined', async () => {
  shop.onSent = charging('Somebody Else', cardIn)
  const ended = await pay(await approved(), shop.add('/form', form()))
  assert.deepEqual([ended.code, ended.id], [3, 'declined'])
  assert.match(ended.err, /transactions explain txn_/)
})

test('pay types nothing into a page that is not allowed, whichever way the browser got there', async () => {
  const request = await approved()
  const before = shop.sent.length
  shop.add('/there', form())
  const there = `http://${shop.otherHost}/there`
  const moving = `<script>document.querySelector('[name=number]').oninput = ({ target }) => { target.form.action = '${there}' }</script>`
  const cases: [name: string, address: string][] = [
    ['another host', there],
    ['http elsewhere', 'http://shop.example/pay'],
    ['a name that only begins so', 'https://127.0.0.1.example/pay'],
    ['a user that looks like a host', `http://${shop.host}@localhost:${shop.port}/there`],
    ['a redirect', shop.add('/redirect', { redirect: there })],
    ['a frame of another host', shop.add('/frame', page(`<iframe src="${there}"></iframe>`))],
    ['a frame without an address', shop.add('/srcdoc', page(`<iframe srcdoc='${form()}'></iframe>`))],
    ['a form that sends elsewhere', shop.add('/away', form(there))],
    ['a form that changes its mind', shop.add('/moving', form('/pay', moving))],
  ]
  for (const [name, address] of cases) {
    const ended = await pay(request, address, ['--timeout', '20s'])
    assert.deepEqual([ended.code, ended.id, ended.out], [4, 'page_not_allowed', ''], `${name}: ${ended.err}`)
  }
  assert.equal(shop.sent.length, before)
})

test('pay reports a page without fields, a missing passcode, and a page that does nothing', async () => {
  const empty = await pay(await approved(), shop.add('/empty', page('<input name="search">')), ['--timeout', '15s'])
  assert.deepEqual([empty.code, empty.id], [5, 'fields_not_found'])
  shop.onSent = async () =>
    page('<form method="post"><input autocomplete="one-time-code" name="c"><button>OK</button></form>')
  const asked = await pay(await approved(), shop.add('/form', form()))
  assert.deepEqual([asked.code, asked.id, steps(asked)], [6, 'passcode_needed', ['submitted', 'passcode_needed']])
  shop.onSent = async () => page('<p>Please wait.')
  const silent = await pay(await approved(), shop.add('/form', form()), ['--timeout', '20s'])
  assert.deepEqual([silent.code, silent.id], [7, 'timed_out'])
})

test('pay --dry-run types nothing and reads no card number', async () => {
  const request = await approved()
  const reads = async () => (await auditOf(service, request.card_id)).length
  const [before, sent] = [await reads(), shop.sent.length]
  const { code, out } = await pay(request, shop.add('/form', form()), ['--dry-run'])
  const fields = ['number', 'expiry', 'cvv', 'holder']
  assert.deepEqual([code, JSON.parse(out)], [0, { step: 'ready', spend_request_id: request.id, fields }])
  assert.deepEqual([await reads(), shop.sent.length], [before, sent])
})

test("pay refuses an agent's key, a key without the scopes and a request that is not approved before it starts a browser", async () => {
  const request = await approved()
  const address = shop.add('/form', form())
  const nowhere = { CARDWRIGHT_PAY_BROWSER: '/nonexistent' }
  const refusals: [Api, RegExp][] = [
    [agent, /an agent's key cannot read card numbers/],
    [
      await anotherKey(service, boss, { rights: { scopes: ['spend_requests:read'] } }),
      /transactions:read, details:read/,
    ],
    [checkout, /CARDWRIGHT_PAY_BROWSER names/],
  ]
  for (const [api, message] of refusals) {
    const { code, err } = await pay(request, address, [], envOf(api, nowhere))
    assert.equal(code, 1)
    assert.match(err, message)
  }
  done(await agent.post(`/spend-requests/${request.id}/cancel`), 200)
  assert.match((await pay(request, address, [], envOf(checkout, nowhere))).err, /only an approved one can be paid/)
  const bare = await pay(await approved(), address, [], envOf(checkout, { PATH: '/nonexistent' }))
  assert.equal(bare.code, 1)
  assert.match(bare.err, /install Chromium/)
})

test('options cannot extend the hosts of CARDWRIGHT_PAY_ALLOW, nor send the key to another service', async () => {
  const request = await approved()
  const address = shop.add('/form', form())
  const owned = envOf(checkout, { CARDWRIGHT_PAY_ALLOW: shop.host })
  const cases: [string[], Environment, RegExp][] = [
    [['--allow', shop.otherHost], owned, /not among the hosts of CARDWRIGHT_PAY_ALLOW/],
    [['--base-url', 'https://elsewhere.example/v1'], owned, /--base-url is refused/],
    [['--allow', '*.example.com'], envOf(checkout), /wildcards are not supported/],
    [['--allow', 'https://shop.example'], envOf(checkout), /is not a host/],
    [['--timeout', '16m'], envOf(checkout), /between 1s and 15m/],
  ]
  for (const [more, env, message] of cases) {
    const { code, err } = await pay(request, address, more, env)
    assert.equal(code, 2, err)
    assert.match(JSON.parse(err).message, message)
  }
  const none = await endOf(startReally(['pay', '--request', request.id, '--page', address], envOf(checkout)))
  assert.equal(none.code, 2)
  assert.match(none.err, /no host is allowed to receive a card/)
})

test('the books balance', () => service.audit())

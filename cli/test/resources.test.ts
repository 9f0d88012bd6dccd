import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherKey } from '../../server/test/contract/assertions.ts'
import { startTestService } from '../../server/test/harness.ts'
import { environmentFor, fails, json, receive, run, start, succeeds } from './cli-fixture.ts'
import { interrupted, lineOf } from './running-program.ts'

const service = await startTestService({}, { worker: true })
const api = await service.fundedWorkspace(5000)
const env = environmentFor({ url: service.url, key: api.key })
const BIN = 'bin_visa_us_prepaid_1'
const merchant = { name: 'Shop', mcc: '5732', country: 'US' }

const { url: receiverUrl } = await receive()

const newCard = async () => (await json(['cards', 'create', '--bin', BIN, '--amount', '100'], env)).id as string

test('a card can be created, shown, funded, frozen, changed and terminated', async () => {
  const options = ['--label', 'ads', '--spending-limit', '1,500.00', '--auto-freeze-at', '5', '--metadata', 'team=red']
  const card = await json(['cards', 'create', '--bin', BIN, '--amount', '1,200.50', ...options], env)
  assert.equal(card.balance, 1200.5)
  assert.deepEqual([card.label, card.spending_limit, card.metadata], ['ads', 1500, { team: 'red' }])

  assert.match(await succeeds(['cards', 'get', card.id], env), /^balance +1,200\.50$/m)
  const list = await succeeds(['cards', 'list', '--status', 'active'], env)
  assert.match(list, /^ID +NETWORK +LAST4 +STATUS +BALANCE/)
  assert.match(list, new RegExp(`^${card.id} .* 1,200\\.50 `, 'm'))

  assert.equal((await json(['cards', 'fund', card.id, '50'], env)).new_balance, 1250.5)
  assert.equal((await json(['cards', 'withdraw', card.id, '0.50'], env)).new_balance, 1250)
  assert.equal((await json(['cards', 'freeze', card.id], env)).status, 'frozen')
  assert.equal((await json(['cards', 'unfreeze', card.id], env)).status, 'active')
  const updated = await json(
    ['cards', 'update', card.id, '--label', 'new', '--metadata', 'team=', '--allowed-categories', 'electronics,5812'],
    env,
  )
  assert.deepEqual([updated.label, updated.metadata], ['new', {}])
  assert.equal((await json(['cards', 'terminate', card.id], env)).refunded_amount, 1250)
})

test('whoami shows the scopes of a restricted key, and other calls name the missing scope', async () => {
  const reader = await anotherKey(service, api, { rights: { scopes: ['cards:read'] } })
  const own = { ...env, CARDWRIGHT_API_KEY: reader.key }
  const self = await json(['whoami'], own)
  assert.deepEqual([self.kind, self.scopes, self.budget], ['standard', ['cards:read'], null])
  assert.match(await fails(['wallet', 'balance'], own), /does not have the scope wallet:read/)
})

test('a template can be created, changed, used by its name and deleted', async () => {
  const controls = '{"limits":[{"window":"day","amount":50}]}'
  const options = ['--bin', BIN, '--spending-limit', '300', '--metadata', 'team=red', '--controls', controls]
  const made = await json(['templates', 'create', 'Ads', ...options], env)
  assert.deepEqual([made.name, made.bin_id, made.controls.limits[0].amount], ['Ads', BIN, 50])
  assert.match(await succeeds(['templates', 'list'], env), new RegExp(`^${made.id} +Ads +${BIN} +300\\.00 `, 'm'))
  const changed = await json(['templates', 'update', 'ads', '--name', 'Adverts', '--spending-limit', '400'], env)
  assert.deepEqual([changed.name, changed.spending_limit, changed.metadata], ['Adverts', 400, { team: 'red' }])
  const card = await json(
    ['cards', 'create', '--template', 'Adverts', '--amount', '10', '--metadata', 'team=blue'],
    env,
  )
  assert.deepEqual([card.bin_id, card.spending_limit, card.metadata], [BIN, 400, { team: 'blue' }])
  assert.equal((await json(['templates', 'get', made.id], env)).id, made.id)
  assert.match(
    await fails(['cards', 'create', '--template', 'Nothing', '--amount', '10'], env),
    /no template "Nothing"/,
  )
  assert.match(await fails(['templates', 'update', made.id, '--controls', '{'], env, 2), /--controls must be JSON/)
  await json(['templates', 'create', 'Adverts'], env)
  assert.match(await fails(['templates', 'get', 'Adverts'], env), /2 templates have the name "Adverts"/)
  assert.deepEqual(await json(['templates', 'delete', made.id, '--yes'], env), { id: made.id, deleted: true })
})

test('cards replace issues a card with another number', async () => {
  const id = await newCard()
  const card = await json(['cards', 'replace', id, '--reason', 'stolen', '--yes'], env)
  assert.deepEqual([card.replaces, card.balance], [id, 100])
  assert.equal((await json(['cards', 'get', id], env)).replaced_by, card.id)
  assert.match(await fails(['cards', 'replace', card.id], env, 2), /needs --reason/)
})

test('only cards details shows the number of a card', async () => {
  const id = await newCard()
  const { pan, cvv } = await json(['cards', 'details', id], env)
  assert.match(pan, /^4\d{15}$/)
  assert.ok((await succeeds(['cards', 'details', id], env)).includes(pan))
  for (const args of [
    ['cards', 'get', id],
    ['cards', 'list'],
    ['events', 'list', '--json'],
  ]) {
    const said = await succeeds(args, env)
    assert.ok(!said.includes(pan) && !said.includes(`"${cvv}"`), args.join(' '))
  }
})

test('cards reveal creates a page for one origin', async () => {
  const id = await newCard()
  const made = await json(['cards', 'reveal', id, '--origin', 'https://shop.example.com'], env)
  assert.match(made.id, /^rev_/)
  assert.match(made.url, new RegExp(`/reveal/${made.id}#`))
  assert.match(await fails(['cards', 'reveal', id], env, 2), /needs --origin/)
  assert.match(await fails(['cards', 'reveal', id, '--origin', 'http://shop.example.com'], env), /https:/)
})

test('3ds get and 3ds watch show a passcode; lists and events mask it', async () => {
  const card = await newCard()
  const watch = start(['3ds', 'watch', '--card', card], env)
  await lineOf(watch, /Waiting for challenges/, 'stderr')
  const shown = lineOf(watch, /^\d{6} /)
  await challenge(await newCard())
  const { id, otp } = await challenge(card)
  const line = await shown
  assert.ok(line.startsWith(otp), line)
  assert.match(line, /12\.00 {2}Shop/)
  await interrupted(watch)

  assert.equal((await json(['3ds', 'get', id], env)).otp, otp)
  const listed = await json(['3ds', 'list', '--status', 'pending'], env)
  assert.equal(listed.data.at(-1).otp, '***')
  assert.ok(!(await succeeds(['3ds', 'list'], env)).includes(otp))
  const events = await json(['events', 'list', '--type', '3ds.challenge'], env)
  assert.equal(events.data[0].data.otp, '***')
  assert.ok(!(await succeeds(['events', 'get', events.data[0].id], env)).includes(otp))
})

test('3ds watch shows the id with which a payment without a passcode is approved or declined', async () => {
  const card = await newCard()
  const watch = start(['3ds', 'watch', '--card', card], env)
  await lineOf(watch, /Waiting for challenges/, 'stderr')
  const shown = lineOf(watch, /^approve or decline /)
  const { id } = await challenge(card, 'out_of_band')
  assert.match(await shown, new RegExp(`^approve or decline ${id} {2}12\\.00 {2}Shop`))
  await interrupted(watch)
  const approved = await json(['3ds', 'approve', id], env)
  assert.deepEqual([approved.status, approved.outcome, approved.otp], ['completed', 'approved', null])
  assert.match((await run(['3ds', 'decline', id], env)).err, /The challenge was approved/)
  const second = await challenge(card, 'out_of_band')
  assert.match(await succeeds(['3ds', 'decline', second.id], env), /outcome +declined/)
  assert.match(await succeeds(['3ds', 'list', '--card', card], env), /completed +out_of_band +declined +12\.00/)
})

async function challenge(card_id: string, method = 'passcode'): Promise<{ id: string; otp: string }> {
  return (await api.post('/sandbox/3ds', { card_id, merchant: 'Shop', amount: 12, method })).body
}

test('transactions can be listed, filtered and shown with their timeline', async () => {
  const card_id = await newCard()
  const { body } = await api.post('/sandbox/authorizations', { card_id, amount: 40, merchant })
  await api.post(`/sandbox/authorizations/${body.transaction.id}/settle`)
  const list = await json(['transactions', 'list', '--card', card_id, '--type', 'settlement'], env)
  assert.deepEqual([list.data.length, list.data[0].amount, list.pagination.total], [1, -40, 1])
  assert.match(await succeeds(['transactions', 'list', '--min-amount', '39'], env), /settlement +-40\.00 +60\.00 +Shop/)
  assert.match(await succeeds(['transactions', 'get', body.transaction.id], env), /authorization_timeline +authorized/)
})

test('wallet commands show balance, addresses, deposits and movements', async () => {
  assert.match(await succeeds(['wallet', 'balance'], env), /^balance +\d,\d{3}\.\d\d$/m)
  assert.deepEqual(Object.keys((await json(['wallet', 'address', '--currency', 'btc'], env)).addresses), ['btc'])
  assert.equal((await json(['wallet', 'deposits', '--status', 'confirmed'], env)).data.length, 1)
  const page = await run(['wallet', 'transactions', '--per-page', '2'], env)
  assert.equal(page.out.trimEnd().split('\n').length, 3)
  assert.match(page.err, /^1 to 2 of \d+\.$/m)
  const { data } = await json(['wallet', 'transactions', '--per-page', '2', '--all'], env)
  assert.equal(data.at(-1).sequence, 1)
  assert.match(await succeeds(['bins', 'list'], env), new RegExp(`^${BIN} +visa +prepaid`, 'm'))
  assert.match(await succeeds(['categories', 'list'], env), /^NAME +DESCRIPTION +CODES\n(.*\n)*advertising +.*7311/)
  const { data: categories } = await json(['categories', 'list'], env)
  assert.ok(categories.length >= 30, `${categories.length} categories`)
})

test('webhooks can be created, changed, tested and deleted; the secret is shown only when it is created', async () => {
  const made = await json(['webhooks', 'create', receiverUrl, '--events', 'card.created,card.frozen'], env)
  assert.match(made.secret, /^whsec_/)
  assert.deepEqual(made.events, ['card.created', 'card.frozen'])
  assert.match((await json(['webhooks', 'rotate-secret', made.id], env)).secret, /^whsec_/)
  assert.ok(!(await succeeds(['webhooks', 'get', made.id], env)).includes('whsec_'))
  assert.match(await succeeds(['webhooks', 'list'], env), /card\.created, card\.frozen/)
  assert.deepEqual((await json(['webhooks', 'update', made.id, '--events', '*'], env)).events, ['*'])

  const delivery = await json(['webhooks', 'test', made.id], env)
  assert.equal(delivery.event_type, 'webhook.test')
  assert.equal((await json(['webhooks', 'retry', made.id, delivery.id], env)).id, delivery.id)
  assert.match(
    await succeeds(['webhooks', 'deliveries', made.id], env),
    new RegExp(`^${delivery.id} +webhook\\.test`, 'm'),
  )
  const { data } = await json(['events', 'list', '--order', 'asc', '--per-page', '1'], env)
  assert.equal((await json(['events', 'resend', data[0].id, '--webhook', made.id], env)).data.length, 1)

  assert.equal((await json(['webhooks', 'update', made.id, '--active', 'false'], env)).active, false)
  assert.equal((await json(['webhooks', 'delete', made.id], env)).deleted, true)
})

test('a refusal of the service is shown with its identifier, the parameter and the request id', async () => {
  const said = await fails(['cards', 'create', '--bin', BIN, '--amount', '0.50'], env)
  assert.match(said, /^cardwright: invalid_amount: .+\n {2}parameter {2}amount\n {2}request +req_\w+/)
  assert.match(
    await fails(['wallet', 'balance'], { ...env, CARDWRIGHT_API_KEY: `sk_test_${'x'.repeat(32)}` }),
    /cardwright login/,
  )
  const gone = await receive()
  await gone.close()
  const nowhere = { ...env, CARDWRIGHT_BASE_URL: gone.url }
  assert.match(await fails(['wallet', 'balance'], nowhere), /the service cannot be reached \(ECONNREFUSED\)/)
})

test('output to a pipe has no colours', async () => {
  const { id } = (await api.post('/cards', { bin_id: BIN, amount: 1, label: 'x' })).body
  for (const args of [['cards', 'list'], ['cards', 'get', id], ['--help']]) {
    assert.ok(!(await succeeds(args, env)).includes('\u001b'), args.join(' '))
  }
  await service.audit()
})

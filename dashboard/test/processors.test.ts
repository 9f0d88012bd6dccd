// The page of processors, and what other pages say about them, with a simulated processor. No worker runs, so queued
// work stays queued until a test runs it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Api } from '../../server/test/harness.ts'
import { openLithicWorld } from '../../server/test/processors/lithic-world.ts'
import { catchUp, pushStates } from '../../server/test/processors/rounds.ts'
import { environmentOf, OUTSIDE_BIN } from '../../server/test/processors/scene.ts'
import type { Life, Message, Reply } from '../../server/test/processors/world.ts'
import { openDashboard } from './harness.ts'
import type { Visitor } from './visitor.ts'

const NAME = 'lithic-test'
let url = ''
const world = await openLithicWorld({ seed: 1, clock: () => new Date(), ask: deliver })
after(() => world.close())
const dashboard = await openDashboard(environmentOf(NAME, world), { worker: false })
const showsThere = { ...world, options: { reveal: 'page' } }
const elsewhere = await openDashboard(environmentOf(NAME, showsThere), { worker: false })
const plain = await openDashboard({}, { worker: false })
url = dashboard.service.url

async function deliver({ callback, headers, body }: Message): Promise<Reply> {
  const answer = await fetch(`${url}/processors/${NAME}/${callback}`, { method: 'POST', headers, body })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}

const stoodIn = (amount: bigint): Life => ({
  amount,
  merchant: { name: 'SOMA EATS', mcc: '5812', country: 'US' },
  begins: 'stood_in',
  steps: [],
})

async function newCard(api: Api, label: string): Promise<{ id: string; externalId: string }> {
  const { status, body } = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 50, label })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.id, externalId: externalIdOf(body.id) }
}

function externalIdOf(cardId: string): string {
  return [...world.cards].find(([, card]) => card.cardId === cardId)![0]
}

test('without a processor the page says what one is, in both environments', async () => {
  const visitor = await plain.signIn(await plain.service.workspace())
  const { page } = visitor
  await visitor.open('/')
  await page.getByRole('link', { name: 'Processors' }).click()
  await page.getByText('The sandbox needs no processor').waitFor()
  const guide = await page.getByRole('link', { name: 'Stripe Issuing' }).getAttribute('href')
  assert.equal((await page.request.get(guide!)).status(), 200)
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Production' }).click()
  await page.getByText('No processor is connected').waitFor()
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a live card cannot be created without a BIN, and the dialog says what to do', async () => {
  const visitor = await plain.signIn(await plain.service.workspace())
  const { page } = visitor
  await visitor.open('/')
  await page.getByRole('button', { name: 'Production' }).click()
  await visitor.open('/cards?env=production')
  await page.getByRole('button', { name: 'Create card' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create card' })
  await dialog.getByText('There are no BINs for live cards yet').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Create card' }).count(), 0)
  await visitor.assertAccessible()
  await visitor.open('/cards/import?env=production')
  await page.getByText('There are no BINs for live cards yet').waitFor()
  await page.getByRole('link', { name: 'What a processor is' }).click()
  await page.getByText('No processor is connected').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a viewer is not offered the page, and is told so at its address', async () => {
  const visitor = await plain.signIn(await plain.service.workspace(), 'viewer')
  const { page } = visitor
  await visitor.open('/')
  assert.equal(await page.getByRole('link', { name: 'Processors' }).count(), 0)
  await visitor.open('/processors')
  await page.getByText('Not for the role viewer').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('everything that has not arrived stands on the page, and goes when it has', async () => {
  const { services, fundedWorkspace } = dashboard.service
  const api = await fundedWorkspace(500)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/processors')
  await page.getByRole('heading', { name: /lithic-test/ }).waitFor()
  await page.getByText('Both sides agree: no deferred messages').waitFor()
  await page.getByText('The processor is not being polled').waitFor()

  const frozen = await newCard(api, 'Frozen here')
  await api.post(`/cards/${frozen.id}/freeze`)
  const headers = { 'x-idempotency-key': 'hangs' }
  const hanging = { bin_id: OUTSIDE_BIN, amount: 20, label: 'Hanging' }
  world.faults.push('silent after effect')
  assert.equal((await api.post('/cards', hanging, headers)).status, 503)
  const unknown = [...world.cards.keys()].at(-1)!
  await world.live(unknown, stoodIn(500n))
  for (const message of world.take()) await deliver(message)
  await world.live(frozen.externalId, stoodIn(1_000_000_00n))
  world.take() // these messages are lost, and the service finds them by polling
  await catchUp(services)
  await services.processors.minutes.flush()

  await visitor.open('/processors')
  await page.getByText('No more is available there than cards hold open.').waitFor()
  await page.getByText('did not reach this service').waitFor()
  const deferred = page.getByRole('table', { name: 'Deferred messages' })
  await deferred.getByText('No card has this id.').first().waitFor()
  await deferred.getByText('Not known').first().waitFor()
  const differing = page.getByRole('table', { name: 'Cards whose state differs' }).getByRole('row')
  assert.match(await differing.nth(1).innerText(), /Frozen here\s+Frozen\s+Active/)
  const creations = page.getByRole('table', { name: 'Creations without an answer' })
  assert.match(await creations.getByRole('row').nth(1).innerText(), /Hanging\s+\$20\.00/)
  for (const secret of [world.apiKey, world.signingSecret, 'SOMA EATS', unknown])
    assert.ok(!(await page.content()).includes(secret), 'what a message says, or a secret, is on the page')
  await visitor.assertAccessible()

  const phone = await dashboard.signIn(api, 'owner', { phone: true })
  await phone.open('/processors')
  await phone.page.getByRole('table', { name: 'Deferred messages' }).waitFor()
  await phone.assertFitsItsScreen()
  phone.assertQuiet()
  await phone.leave()

  await pushStates(services)
  assert.equal((await api.post('/cards', hanging, headers)).status, 201)
  await visitor.open('/processors')
  await deferred
    .getByRole('link', { name: /Hanging/ })
    .first()
    .waitFor()
  await creations.waitFor({ state: 'detached' })
  await differing.first().waitFor({ state: 'detached' })
  visitor.assertQuiet()
  await visitor.leave()
})

test('a page that cannot be read says so, and reads again', async () => {
  const visitor = await dashboard.signIn(await dashboard.service.fundedWorkspace())
  const { page } = visitor
  await page.route('**/dashboard/processors', (route) => route.fulfill({ status: 503, json: { message: 'Away.' } }))
  await visitor.expecting(503, async () => {
    await visitor.open('/processors')
    await page.getByText('This could not be loaded').waitFor()
  })
  await page.unroute('**/dashboard/processors')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: /lithic-test/ }).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a card says at which processor it lies, under which id, and that it waits to be told', async () => {
  const api = await dashboard.service.fundedWorkspace(500)
  const card = await newCard(api, 'Outside')
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  await page.getByRole('heading', { name: 'At the processor' }).waitFor()
  await page.getByText('Lithic', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Copy id at the processor' }).click()
  await page.getByText('Copied id at the processor').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), card.externalId)
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  const waiting = page.getByText('The processor has not yet applied the status of this card.')
  await waiting.waitFor()
  await visitor.assertAccessible()
  await pushStates(dashboard.service.services)
  await waiting.waitFor({ state: 'detached' })
  visitor.assertQuiet()
  await visitor.leave()
})

test('a number that the processor shows itself is shown on its page', async () => {
  const api = await elsewhere.service.fundedWorkspace(500)
  const card = await newCard(api, 'Theirs')
  const visitor = await elsewhere.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('The processor of this card shows the number').waitFor()
  await page.getByRole('button', { name: 'Reveal' }).click()
  const link = page.getByRole('link', { name: "Open the processor's page" })
  const address = new URL((await link.getAttribute('href'))!)
  assert.equal(address.origin + address.pathname, `${new URL(world.baseUrl).origin}/v1/embed/card`)
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer')
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await link.waitFor({ state: 'detached' })
  visitor.assertQuiet()
  await visitor.leave()
})

test('while the processor does not answer, the number can be asked for again', async () => {
  const api = await dashboard.service.fundedWorkspace(500)
  const card = await newCard(api, 'Again')
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  world.faults.push('fail')
  await visitor.expecting(503, () => page.getByRole('button', { name: 'Reveal' }).click())
  const frame = page.frameLocator('iframe[title="Card details"]')
  await frame.getByText('cannot be shown right now').waitFor()
  await frame.getByRole('button', { name: 'Try again' }).click()
  await frame.getByText((await api.get(`/cards/${card.id}`)).body.last4).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a creation that the processor refuses, or does not answer, is told in plain words', async () => {
  const api = await dashboard.service.fundedWorkspace(500)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  const dialog = await openForm(visitor)
  const before = world.cards.size
  world.faults.push('refuse')
  await visitor.expecting(400, () => dialog.getByRole('button', { name: 'Create card' }).click())
  await dialog.getByText('The processor has refused the card').waitFor()
  await dialog.getByText('The money is back in the wallet.').waitFor()

  world.faults.push('silent after effect')
  await visitor.expecting(503, () => dialog.getByRole('button', { name: 'Create card' }).click())
  await dialog.getByText('this never creates a second card').waitFor()
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/cards/card_*')
  assert.equal(world.cards.size, before + 1, 'one card there')
  assert.equal((await api.get('/cards')).body.data.length, 1)
  await dashboard.service.audit()
  visitor.assertQuiet()
  await visitor.leave()
})

async function openForm({ page }: Visitor) {
  await page.goto('/cards')
  await page.getByRole('button', { name: 'Create card' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create card' })
  await dialog.locator('label', { has: page.locator(`input[value="${OUTSIDE_BIN}"]`) }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('20')
  return dialog
}

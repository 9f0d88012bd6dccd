// Passcodes: they appear as soon as a merchant asks, and disappear when they expire.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()
const { service } = dashboard

async function workspaceWithCard() {
  const api = await service.fundedWorkspace()
  const { body } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 500, label: 'Travel' })
  return { api, card: body.id as string, last4: body.last4 as string }
}

test('a challenge appears without a reload, with its passcode, remaining time and card', async () => {
  const { api, card, last4 } = await workspaceWithCard()
  // The sandbox clock may differ from the browser's clock, which must not affect the countdown.
  await api.post('/sandbox/clock/advance', { seconds: 40 * 86_400 })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/3ds')
  await page.getByText('No merchant is asking right now').waitFor()
  await visitor.assertAccessible()

  const { body: challenge } = await api.post('/sandbox/3ds', { card_id: card, merchant: 'Nordlys Air', amount: 210.5 })
  const asked = page.getByRole('article', { name: 'Nordlys Air asks for $210.50' })
  await asked.getByText(challenge.otp.slice(0, 3)).waitFor()
  assert.equal((await asked.getByText('Passcode').locator('..').innerText()).replace(/\D/g, ''), challenge.otp)
  await asked.getByRole('link', { name: `Travel •••• ${last4}` }).waitFor()
  await page.waitForFunction(() => /^4:\d\d$/.test(document.querySelector('[role=timer]')?.textContent ?? ''))
  await asked.getByRole('button', { name: 'Copy passcode' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), challenge.otp)
  await visitor.assertAccessible()

  await api.post(`/sandbox/3ds/${challenge.id}/verify`, { otp: challenge.otp })
  await api.post('/sandbox/authorizations', {
    card_id: card,
    amount: 210.5,
    merchant: { name: 'Nordlys Air', mcc: '4511', country: 'NO' },
    three_ds_challenge_id: challenge.id,
  })
  await asked.waitFor({ state: 'hidden' })
  await page.getByRole('table', { name: 'Past challenges' }).getByText('Nordlys Air').waitFor()
  visitor.assertQuiet()
})

test('a challenge is listed as expired after five minutes', async () => {
  const { api, card } = await workspaceWithCard()
  await api.post('/sandbox/3ds', { card_id: card, merchant: 'Lucky Spin', amount: 10 })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/3ds?status=expired')
  const asked = page.getByRole('article', { name: /Lucky Spin/ })
  await asked.waitFor()
  await page.getByText('No expired challenges').waitFor()
  await api.post('/sandbox/clock/advance', { seconds: 300 })
  await asked.waitFor({ state: 'hidden' })
  await page.getByRole('table', { name: 'Past challenges' }).getByText('Lucky Spin').waitFor()
  visitor.assertQuiet()
})

test('a viewer sees no passcode, neither through the menu nor by the address', async () => {
  const { api, card } = await workspaceWithCard()
  const { body } = await api.post('/sandbox/3ds', { card_id: card, merchant: 'Nordlys Air', amount: 10 })
  const visitor = await dashboard.signIn(api, 'viewer')
  await visitor.open('/3ds')
  await visitor.page.getByText('Not available to the role “viewer”').waitFor()
  assert.equal(await visitor.page.getByRole('link', { name: '3-D Secure' }).count(), 0)
  assert.equal((await visitor.page.content()).includes(body.otp), false)
  visitor.assertQuiet()
})

test('a person approves or declines a payment by mouse or keyboard, and the history keeps it', async () => {
  const { api, card } = await workspaceWithCard()
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/3ds')
  await page.getByText('No merchant is asking right now').waitFor()
  const ask = async (merchant: string, amount: number) => {
    const body = { card_id: card, merchant, amount, method: 'out_of_band' }
    const { body: made } = await api.post('/sandbox/3ds', body)
    return { id: made.id as string, shown: page.getByRole('article', { name: new RegExp(merchant) }) }
  }
  const [air, spin] = [await ask('Nordlys Air', 210.5), await ask('Lucky Spin', 10)]
  await air.shown.getByRole('timer').waitFor()
  assert.equal(await air.shown.getByText('Passcode').count(), 0)
  await visitor.assertAccessible()

  await air.shown.getByRole('button', { name: 'Approve' }).click()
  await air.shown.waitFor({ state: 'hidden' })
  await page.getByText('Nordlys Air asks for $210.50: approved.').waitFor()
  await spin.shown.getByRole('button', { name: 'Decline' }).focus()
  await page.keyboard.press('Enter')
  await spin.shown.waitFor({ state: 'hidden' })
  const outcomes = await Promise.all([air, spin].map(async ({ id }) => (await api.get(`/3ds/${id}`)).body.outcome))
  assert.deepEqual(outcomes, ['approved', 'declined'])
  const past = page.getByRole('table', { name: 'Past challenges' })
  await past.getByRole('row', { name: /Nordlys Air.*Approved/ }).waitFor()
  await past.getByRole('row', { name: /Lucky Spin.*Declined/ }).waitFor()
  await visitor.open(`/cards/${card}`)
  await page.getByText('Payment approved').waitFor()
  await page.getByText('Payment declined').waitFor()
  visitor.assertQuiet()
})

test("the card's page asks for the answer too, and explains when somebody else has answered first", async () => {
  const { api, card } = await workspaceWithCard()
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card}`)
  const body = { card_id: card, merchant: 'Nordlys Air', amount: 10, method: 'out_of_band' }
  const { body: made } = await api.post('/sandbox/3ds', body)
  const asked = page.getByRole('region', { name: 'Waiting for you' }).getByRole('article', { name: /Nordlys Air/ })
  await asked.getByRole('button', { name: 'Approve' }).waitFor()
  await visitor.assertAccessible()
  await api.post(`/3ds/${made.id}/decline`)
  await visitor.expecting(400, async () => {
    await asked.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The challenge was declined.').waitFor()
  })
  await asked.waitFor({ state: 'hidden' })
  assert.equal((await api.get(`/3ds/${made.id}`)).body.outcome, 'declined')
  visitor.assertQuiet()
})

test('when the processor cannot be reached, the page says so and the payment keeps waiting', async () => {
  const { api, card } = await workspaceWithCard()
  const body = { card_id: card, merchant: 'Unreachable Inn', amount: 10, method: 'out_of_band' }
  const { body: made } = await api.post('/sandbox/3ds', body)
  const { write } = service.services.database
  await write`
    update three_ds_challenges set processor = 'gone', processor_ref = 'any' where merchant = ${body.merchant}`
  const visitor = await dashboard.signIn(api)
  await visitor.open('/3ds')
  const asked = visitor.page.getByRole('article', { name: /Unreachable Inn/ })
  await visitor.expecting(503, async () => {
    await asked.getByRole('button', { name: 'Approve' }).click()
    await asked.getByRole('alert').getByText('The payment is still waiting for an answer.').waitFor()
  })
  await visitor.assertAccessible()
  assert.ok(await asked.getByRole('button', { name: 'Approve' }).isEnabled())
  assert.equal((await api.get(`/3ds/${made.id}`)).body.status, 'pending')
  visitor.assertQuiet()
})

test('both buttons are fully visible on a phone and large enough for a thumb', async () => {
  const { api, card } = await workspaceWithCard()
  await api.post('/sandbox/3ds', { card_id: card, merchant: 'Nordlys Air', amount: 10, method: 'out_of_band' })
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  await visitor.open('/3ds')
  for (const name of ['Approve', 'Decline']) {
    const button = visitor.page.getByRole('button', { name })
    await button.waitFor()
    const box = (await button.boundingBox())!
    assert.ok(box.height >= 48 && box.width >= 120, `${name}: ${box.width} by ${box.height}`)
  }
  await visitor.assertFitsItsScreen()
  await visitor.page.getByRole('button', { name: 'Decline' }).click()
  await visitor.page.getByText('No merchant is asking right now').waitFor()
  visitor.assertQuiet()
})

test('the passcode is fully visible on a phone', async () => {
  const { api, card } = await workspaceWithCard()
  await api.post('/sandbox/3ds', { card_id: card, merchant: 'Nordlys Air', amount: 10 })
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  await visitor.open('/3ds')
  await visitor.page.getByRole('article').waitFor()
  await visitor.assertFitsItsScreen()
  visitor.assertQuiet()
})

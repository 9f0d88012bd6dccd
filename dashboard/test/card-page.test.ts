// The page of a card: reveal, fund, limit and terminate, and which roles may do so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard, PASSWORD } from './harness.ts'
import { cardOf, createCard } from './make-card.ts'

const dashboard = await openDashboard()

test('the card number is shown for a minute after the password and hidden when the window loses the focus', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Secret' })
  const { body: details } = await api.get(`/cards/${card.id}/details`)
  const spaced = details.pan.replace(/(.{4})(?=.)/g, '$1 ')
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await page.clock.install()
  await visitor.open(`/cards/${card.id}`)
  await ageSignIn(visitor.email)
  const reveal = page.getByRole('button', { name: 'Reveal' })
  await visitor.expecting(403, async () => {
    await reveal.click()
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    await proof.getByLabel('Password').fill(PASSWORD)
    await proof.getByRole('button', { name: 'Confirm' }).click()
  })
  const frame = page.frameLocator('iframe[title="Card details"]')
  const number = frame.getByText(spaced)
  await number.waitFor()
  await frame.getByText(details.cvv, { exact: true }).waitFor()
  await page.getByText(details.holder_name).waitFor()
  await page.getByText(details.billing_address.line1).waitFor()
  await frame.getByRole('button', { name: 'Copy number' }).click()
  await frame.getByText('Copied number').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), details.pan)
  // The dashboard has the same address as the reveal page, but still cannot read it.
  assert.equal(await page.evaluate(() => document.querySelector('iframe')!.contentDocument), null)
  const own = await page.content()
  for (const secret of [details.pan, spaced, `>${details.cvv}<`])
    assert.ok(!own.includes(secret), `the page itself holds ${secret}`)
  // The browser's clock keeps running between the jumps, so the first jump leaves time to check.
  await page.clock.fastForward(30_000)
  await page.getByText(/Hidden again in [12]?\d s/).waitFor()
  await number.waitFor()
  await page.clock.fastForward(30_000)
  await number.waitFor({ state: 'detached' })

  await reveal.click()
  await number.waitFor()
  await visitor.assertAccessible()
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }))
  await number.waitFor({ state: 'detached' })
  await page.evaluate(() => Object.assign(document, { hasFocus: () => true }))
  await reveal.click()
  await number.waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await number.waitFor({ state: 'detached' })
  assert.equal(
    await page
      .locator('body')
      .textContent()
      .then((text) => text!.includes(spaced)),
    false,
  )
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('Number revealed').first().waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

/** Pretends that five minutes have passed since this person gave their password. */
async function ageSignIn(email: string): Promise<void> {
  const { database, credentials } = dashboard.service.services
  const rows = await database.transaction(
    (tx) => tx<{ token: string }[]>`
      update user_sessions set authenticated_at = now() - interval '5 minutes 1 second'
      where user_id = (select id from users where email = ${email}) returning token`,
  )
  for (const { token } of rows) credentials.forgetSession(token)
}

test('a person funds a card and withdraws from it, each with an undo', async () => {
  const api = await dashboard.service.fundedWorkspace(1000)
  const card = await createCard(api, { label: 'Ads' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  const balances = page.getByRole('region', { name: 'Balances' })
  await page.getByRole('button', { name: 'Fund' }).click()
  const fund = page.getByRole('dialog', { name: 'Fund Ads' })
  await fund.getByLabel('Amount').fill('0.50')
  await fund.getByRole('button', { name: 'Fund card' }).click()
  await fund.getByText('Enter an amount from $1.00').waitFor()
  await fund.getByLabel('Amount').fill('50')
  await fund.getByRole('button', { name: 'Fund card' }).click()
  await balances.getByText('$150.00').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await balances.getByText('$100.00').waitFor()

  await page.getByRole('button', { name: 'Withdraw' }).click()
  const withdraw = page.getByRole('dialog', { name: 'Withdraw from Ads' })
  await withdraw.getByRole('button', { name: 'All of it, $100.00' }).click()
  await withdraw.getByRole('button', { name: 'Withdraw' }).click()
  await balances.getByText('Can be spent').waitFor()
  await page.getByText('$100.00 moved back to the wallet.').waitFor()
  assert.equal((await cardOf(api, card.id)).balance, 0)
  await page.getByRole('listitem').filter({ hasText: 'Withdrawn $100.00' }).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test("limits show this month's use and can be changed, metadata is merged, and a new label can be undone", async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Ads', spending_limit: 200, metadata: { team: 'growth', old: true } })
  await api.post('/sandbox/authorizations', {
    card_id: card.id,
    amount: 40,
    merchant: { name: 'Figma', mcc: '5817', country: 'US' },
  })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('$40.00 of $200.00 used').waitFor()
  const bar = page.getByRole('progressbar', { name: 'Monthly limit: amount used' })
  assert.equal(await bar.getAttribute('aria-valuenow'), '40')
  // The hold counts for the limit, and not yet as spent: the page says why the two differ.
  const spent = page.getByRole('region', { name: 'Balances' }).locator('div', { hasText: /^Spent/ })
  assert.equal((await spent.innerText()).replace(/\n+/g, ' '), 'Spent $0.00 All time, settled minus refunds')
  await page.getByText('Holds count too. “Spent” counts only settled purchases, since the card was created.').waitFor()
  await page.getByRole('table', { name: 'Latest transactions' }).getByRole('link', { name: 'Figma' }).waitFor()

  const change = async (what: string, act: (dialog: ReturnType<typeof page.getByRole>) => Promise<unknown>) => {
    await page.getByRole('button', { name: `Change ${what}` }).click()
    const dialog = page.getByRole('dialog')
    await act(dialog)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await change('the spending limit', async (dialog) => {
    await dialog.getByRole('textbox').fill('20000.01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('up to $20,000.00.').waitFor()
    await dialog.getByRole('textbox').fill('400')
  })
  await page.getByText('$40.00 of $400.00 used').waitFor()
  await change('the automatic freeze', (dialog) => dialog.getByRole('textbox').fill('15'))
  await page.getByText('falls below $15.00').waitFor()
  // Another user adds a key while the dialog is open.
  await change('the metadata', async (dialog) => {
    await api.patch(`/cards/${card.id}`, { metadata: { theirs: 1 } })
    await dialog.getByRole('button', { name: 'Remove key 2' }).click()
    await dialog.getByRole('button', { name: 'Add a key' }).click()
    await dialog.getByLabel('Key 2', { exact: true }).fill('code')
    await dialog.getByLabel('Value 2', { exact: true }).fill('0042')
  })
  await page.getByText('0042').waitFor()
  const updated = await cardOf(api, card.id)
  assert.equal(updated.spending_limit, 400)
  assert.equal(Object.keys(updated.metadata).length, 3)
  assert.equal(updated.metadata.code, '0042')
  assert.equal(updated.metadata.theirs, 1)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Change the label' }).click()
  await page.getByRole('dialog').getByLabel('Label').fill('Renamed')
  await page.getByRole('dialog').getByLabel('Label').press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor()
  await page
    .getByRole('status')
    .or(page.getByRole('region', { name: 'Notifications' }))
    .getByText('The label is changed.')
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ads' }).waitFor()
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a card is terminated only after its last four digits are typed', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Done' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open(`/cards/${card.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Terminate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terminate Done?' })
  await dialog.getByText('$100.00 returns to the wallet immediately.').waitFor()
  const confirm = dialog.getByRole('button', { name: 'Terminate card' })
  assert.ok(await confirm.isDisabled())
  const typed = dialog.getByRole('textbox')
  assert.ok(await typed.evaluate((field) => field === document.activeElement), 'the field has the focus')
  await typed.fill(card.last4)
  await typed.press('Enter')
  await page.getByText('This card is terminated.').waitFor()
  assert.equal((await cardOf(api, card.id)).status, 'terminated')
  assert.equal(await page.getByRole('button', { name: 'Fund' }).count(), 0)
  await page
    .getByRole('region', { name: 'Controls' })
    .getByText('None. A terminated card declines every purchase.')
    .waitFor()
  assert.equal(await page.getByText('works at every merchant').count(), 0)
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a viewer sees a card but cannot change it', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Ads' })
  const visitor = await dashboard.signIn(api, 'viewer')
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByRole('link', { name: 'Ads' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create card' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Actions for Ads' }).count(), 0)
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('$0.00 of').waitFor()
  for (const name of ['Fund', 'Withdraw', 'Freeze', 'Reveal', 'More actions', 'Change the spending limit'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  visitor.assertQuiet()
  await visitor.leave()
})

test('the page of a card that does not exist says so', async () => {
  const visitor = await dashboard.signIn(await dashboard.service.fundedWorkspace())
  await visitor.expecting(404, async () => {
    await visitor.open('/cards/card_unknown')
    await visitor.page.getByText('No such card').waitFor()
  })
  visitor.assertQuiet()
  await visitor.leave()
})

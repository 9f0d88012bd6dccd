// Card controls: editing, the description in words, the usage, and which roles may change them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard } from './harness.ts'
import { cardOf, createCard } from './make-card.ts'

const dashboard = await openDashboard()
const figma = { name: 'Figma', mcc: '5817', country: 'US', id: '445566778899123', city: 'San Francisco' }

async function buy(api: Api, card: { id: string }, amount: number, merchant: object = figma) {
  const { status, body } = await api.post('/sandbox/authorizations', { card_id: card.id, amount, merchant })
  assert.equal(status, 201)
  return body
}

async function openControls(role: 'owner' | 'viewer' = 'owner', settings: Record<string, unknown> = {}) {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Bound', ...settings })
  const visitor = await dashboard.signIn(api, role)
  const { page } = visitor
  const open = async () => {
    await page.getByRole('button', { name: 'Change the controls' }).click()
    return page.getByRole('dialog', { name: 'Controls' })
  }
  const save = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  return { api, card, visitor, page, open, save }
}

test('the editor sets every control, describes it in words, and the card has it after saving', async () => {
  const { api, card, visitor, page, open, save } = await openControls()
  await buy(api, card, 5)
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('None. The card works at every merchant.').waitFor()
  const dialog = await open()
  const words = dialog.getByRole('status', { name: 'In words' })
  await words.getByText(/^No controls/).waitFor()

  await dialog.getByRole('button', { name: 'Add a limit' }).click()
  const first = dialog.getByRole('group', { name: 'Limit 1' })
  await first.getByLabel('Amount').fill('250')
  await dialog.getByRole('button', { name: 'Add a limit' }).click()
  const second = dialog.getByRole('group', { name: 'Limit 2' })
  await second.getByLabel('Purchases').fill('10')
  await second.getByLabel('Time').selectOption('A month')
  await second.getByRole('button', { name: 'Count only some categories' }).click()
  await second.getByLabel('Counts only for').fill('softw')
  await second.getByLabel('Counts only for').press('Enter')

  await dialog.getByLabel('Blocked categories').fill('gamb')
  await dialog.getByRole('option', { name: /^Gambling/ }).click()
  await dialog.getByLabel('Allowed merchants').click()
  await dialog.getByRole('option', { name: /^Figma.*San Francisco.*id 445566778899123/ }).click()
  await dialog.getByLabel('Blocked merchants').fill('casino*')
  await dialog.getByLabel('Blocked merchants').press('Enter')
  await dialog.getByRole('button', { name: 'Remove casino*' }).waitFor()
  await dialog.getByRole('button', { name: 'Only in' }).click()
  await dialog.getByLabel('Only merchants in').fill('united st')
  await dialog
    .getByRole('option', { name: /^United States/ })
    .first()
    .click()
  await dialog.getByLabel('Number of purchases').fill('20')
  await dialog.getByLabel('Lock to the first merchant').check()
  await dialog.getByLabel('Active until (UTC)').fill('2099-12-01T00:00')
  assert.equal(
    await words.textContent(),
    'At most $250.00 a day and 10 purchases a month for software; only at merchant 445566778899123; never at casino*; not for gambling; only in the United States; for 20 purchases, then it is terminated; locked to the first merchant that it pays; until 1 December 2099, 00:00 UTC.',
  )
  await visitor.assertAccessible()
  await save(dialog)

  const { controls } = await cardOf(api, card.id)
  assert.deepEqual(controls, {
    limits: [
      { window: 'day', amount: 250, count: null, categories: [] },
      { window: 'month', amount: null, count: 10, categories: ['software'] },
    ],
    merchants: { allowed: [{ id: '445566778899123' }], blocked: [{ name: 'casino*' }] },
    categories: { blocked: ['gambling'] },
    countries: { allowed: ['US'], blocked: [] },
    uses: 20,
    merchant_lock: 'first',
    locked_to: null,
    active_from: null,
    active_until: '2099-12-01T00:00:00.000Z',
  })
  await page.getByText('Only in the United States.').waitFor()
  await visitor.assertAccessible()

  // The page names the merchant that the card is locked to, and all controls can be cleared together.
  await buy(api, card, 5)
  await page.getByText('Locked to Figma.').waitFor()
  const again = await open()
  await again.getByText(/^Locked to Figma \(id 445566778899123\)/).waitFor()
  await again.getByRole('button', { name: 'Figma (id 445566778899123)' }).waitFor()
  await again.getByRole('button', { name: 'Clear all' }).click()
  await save(again)
  await page.getByText('None. The card works at every merchant.').waitFor()
  assert.equal((await cardOf(api, card.id)).controls.uses, null)
  visitor.assertQuiet()
  await visitor.leave()
})

test('each preset fills in its own controls', async () => {
  const { api, card, visitor, page, open, save } = await openControls()
  await visitor.open(`/cards/${card.id}`)
  const dialog = await open()
  const words = dialog.getByRole('status', { name: 'In words' })
  const told = {
    'Single use': 'For one purchase, then it is terminated.',
    Subscription: 'At most $50.00 and 1 purchase a month; locked to the first merchant that it pays.',
    Advertising: 'At most $250.00 a day; only for advertising.',
    Travel:
      'At most $1,000.00 in one purchase; only for airlines, lodging, car rental, cruise lines, travel agencies, and transport.',
  }
  for (const [name, sentence] of Object.entries(told)) {
    await dialog.getByRole('button', { name: 'Clear all' }).click()
    await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    assert.equal(await words.textContent(), sentence)
  }
  await dialog.getByRole('button', { name: 'Clear all' }).click()
  await dialog.getByRole('button', { name: /^Advertising/ }).click()
  await save(dialog)
  await page.getByText('Only for advertising.').waitFor()
  assert.equal((await buy(api, card, 5)).decline_reason, 'category_not_allowed')
  visitor.assertQuiet()
  await visitor.leave()
})

test('a wrong control shows its error at its field, found by the form or by the service', async () => {
  const { card, visitor, page, open, save } = await openControls()
  await visitor.open(`/cards/${card.id}`)
  const dialog = await open()
  const saving = () => dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Add a limit' }).click()
  await dialog.getByRole('button', { name: 'Only in' }).click()
  await dialog.getByLabel('Number of purchases').fill('some')
  await saving()
  const limit = dialog.getByRole('group', { name: 'Limit 1' })
  await limit.getByText('Enter an amount, a number of purchases, or both.').waitFor()
  await dialog.getByText('Enter a whole number, such as 1.').waitFor()
  await dialog.getByText('Choose at least one country.').waitFor()
  const amount = limit.getByLabel('Amount')
  assert.ok(await amount.evaluate((field) => field === document.activeElement), 'the first wrong field has the focus')
  await visitor.assertAccessible()

  await dialog.getByRole('button', { name: 'Anywhere' }).click()
  await dialog.getByLabel('Number of purchases').fill('')
  await limit.getByLabel('Purchases').fill('100001')
  await visitor.expecting(400, async () => {
    await saving()
    await limit.getByText('Must be at most 100000.').waitFor()
    await limit.getByLabel('Purchases').fill('10')
    await dialog.getByLabel('Active from (UTC)').fill('2099-01-02T00:00')
    await dialog.getByLabel('Active until (UTC)').fill('2099-01-01T00:00')
    await saving()
    await dialog.getByText('Must be after "controls.active_from".').waitFor()
  })
  await dialog.getByLabel('Active until (UTC)').fill('2099-01-03T00:00')
  await save(dialog)
  await page.getByText('From 2 January 2099, 00:00 UTC until 3 January 2099, 00:00 UTC.').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a card has at most ten limits, each can be removed, and a limit for one purchase has no count', async () => {
  const { api, card, visitor, open, save } = await openControls()
  await visitor.open(`/cards/${card.id}`)
  const dialog = await open()
  const add = dialog.getByRole('button', { name: 'Add a limit' })
  for (let place = 1; place <= 10; place++) {
    await add.click()
    await dialog
      .getByRole('group', { name: `Limit ${place}`, exact: true })
      .getByLabel('Amount')
      .fill(String(place))
  }
  assert.ok(await add.isDisabled())
  await dialog.getByText('At most 10.').waitFor()
  for (let place = 10; place > 1; place--) await dialog.getByRole('button', { name: `Remove limit ${place}` }).click()
  const one = dialog.getByRole('group', { name: 'Limit 1' })
  await one.getByLabel('Purchases').fill('3')
  await one.getByLabel('Time').selectOption('In one purchase')
  assert.ok(await one.getByLabel('Purchases').isDisabled())
  await save(dialog)
  const { limits } = (await cardOf(api, card.id)).controls
  assert.deepEqual(limits, [{ window: 'per_transaction', amount: 1, count: null, categories: [] }])
  visitor.assertQuiet()
  await visitor.leave()
})

test('a list works by keyboard alone, and Escape closes the list before the dialog', async () => {
  const { api, card, visitor, page, open } = await openControls()
  await visitor.open(`/cards/${card.id}`)
  const dialog = await open()
  const field = dialog.getByLabel('Blocked categories')
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('listbox').waitFor()
  await dialog.getByRole('heading', { name: 'Where' }).click()
  await dialog.getByRole('listbox').waitFor({ state: 'detached' })
  await field.click()
  await dialog.getByRole('listbox').waitFor()
  await page.keyboard.type('air')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove Airlines' }).waitFor()
  await page.keyboard.type('gam')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove Gambling' }).waitFor()
  await page.keyboard.press('Backspace')
  await dialog.getByRole('button', { name: 'Remove Gambling' }).waitFor({ state: 'detached' })
  await page.keyboard.type('nothing like it')
  await dialog.getByText('Nothing matches.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('listbox').waitFor({ state: 'detached' })
  assert.ok(await dialog.isVisible())
  await field.fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual((await cardOf(api, card.id)).controls.categories.blocked, [], 'nothing was saved')
  visitor.assertQuiet()
  await visitor.leave()
})

test('bars show how much of each limit is used, with the month first, and change with each purchase', async () => {
  const { api, card, visitor, page } = await openControls('owner', {
    spending_limit: 200,
    controls: {
      limits: [
        { window: 'day', amount: 50, count: 4 },
        { window: 'per_transaction', amount: 45 },
      ],
      uses: 5,
    },
  })
  await buy(api, card, 42)
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('$42.00 of $200.00 used').waitFor()
  await page.getByText('$42.00 of $50.00 used').waitFor()
  await page.getByText('$8.00 left').waitFor()
  await page.getByText('1 of 4 purchases').waitFor()
  await page.getByText('Up to $45.00 each').waitFor()
  await page.getByText('1 of 5 purchases').waitFor()
  await page.getByText('Resets tomorrow, 00:00 UTC. Holds count too.').waitFor()
  const names = await page
    .getByRole('progressbar')
    .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('aria-label')))
  assert.deepEqual(names, [
    'Monthly limit: amount used',
    'Today: amount used',
    'Today: purchases used',
    'Purchases used',
  ])
  await buy(api, card, 8)
  await page.getByText('$50.00 of $50.00 used').waitFor()
  await page.getByText('Nothing left').waitFor()
  await visitor.assertAccessible()
  await visitor.open('/cards')
  await page.getByRole('row', { name: /Bound/ }).getByText('Has controls').waitFor({ state: 'attached' })
  visitor.assertQuiet()
  await visitor.leave()
})

test('a viewer sees the controls and their use but cannot change them', async () => {
  const { api, card, visitor, page } = await openControls('viewer', {
    controls: { limits: [{ window: 'day', count: 1 }], countries: { allowed: ['US'] } },
  })
  await buy(api, card, 5)
  const { transaction } = await buy(api, card, 5)
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('1 of 1 purchase').waitFor()
  await page.getByText('Only in the United States.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Change/ }).count(), 0)
  await visitor.open(`/transactions/${transaction.id}`)
  await page.getByText('The daily limit of 1 purchase was reached: 1 used, one more requested').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Raise the limit' }).count(), 0)
  visitor.assertQuiet()
  await visitor.leave()
})

test('a panel whose limits cannot be loaded says so and can load them again', async () => {
  const { card, visitor, page } = await openControls()
  await page.route('**/limits', (route) => route.abort())
  await visitor.open(`/cards/${card.id}`)
  await page.getByText('This could not be loaded').waitFor({ timeout: 30_000 })
  await page.unroute('**/limits')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('$0.00 of').waitFor()
  await visitor.leave()
})

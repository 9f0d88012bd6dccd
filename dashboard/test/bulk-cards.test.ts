// Bulk actions on cards: selecting cards in the list, changing them in one operation, a result for each card, and undo.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryRateLimiter } from '../../server/src/http/rate-limits/rate-limiter.ts'
import { until } from '../../server/test/until.ts'
import { openDashboard } from './harness.ts'
import { cardOf, createCard } from './make-card.ts'
import { textOf, type Visitor } from './visitor.ts'

const PER_MINUTE = 60
const dashboard = await openDashboard({ RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) })
// Each request advances the clock, so no limit is reached until a test stops the clock.
const clock = { ms: 0, stepMs: 10_000 }
dashboard.service.services.limiter = memoryRateLimiter({
  now: () => {
    clock.ms += clock.stepMs
    return clock.ms
  },
})

const box = ({ page }: Visitor, label: string) => page.getByRole('checkbox', { name: `Select ${label}`, exact: true })
const bar = ({ page }: Visitor) => page.getByRole('region', { name: 'Selected cards' })
const dock = ({ page }: Visitor) => page.getByRole('region', { name: 'Bulk operation' })

async function choose(visitor: Visitor, item: string): Promise<void> {
  await bar(visitor).getByRole('button', { name: 'More' }).click()
  await visitor.page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a person selects cards by range, page or filter, exports them, freezes them and undoes the freeze', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const cards = []
  for (let n = 1; n <= 28; n++) cards.push(await createCard(api, { label: `Card ${n}`, amount: 1, spending_limit: n }))
  await api.post(`/cards/${cards[27].id}/freeze`)
  await api.delete(`/cards/${cards[26].id}`)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await box(visitor, 'Card 28').click()
  await box(visitor, 'Card 24').click({ modifiers: ['Shift'] })
  await bar(visitor).getByText('5 cards selected').waitFor()
  await visitor.assertAccessible()
  await box(visitor, 'Card 24').click()
  await bar(visitor).getByText('4 cards selected').waitFor()

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar(visitor).getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = (await textOf(file)).trim().split('\r\n')
  assert.match(lines[0]!, /^id,label,last4,network,bin_id,status,balance,held,spending_limit,used_this_month/)
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',').slice(1, 9).toSpliced(1, 3)),
    [
      ['Card 28', 'frozen', '1.00', '0.00', '28.00'],
      ['Card 27', 'terminated', '0.00', '0.00', '27.00'],
      ['Card 26', 'active', '1.00', '0.00', '26.00'],
      ['Card 25', 'active', '1.00', '0.00', '25.00'],
    ],
  )

  await page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  await bar(visitor).getByText('25 cards selected').waitFor()
  await bar(visitor).getByRole('button', { name: 'Select all 28 that match' }).click()
  await bar(visitor).getByText('28 cards selected').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('26–28 of 28').waitFor()
  assert.ok(await box(visitor, 'Card 1').isChecked(), 'the choice reaches over pages')

  await bar(visitor).getByRole('button', { name: 'Freeze' }).click()
  const dialog = page.getByRole('dialog', { name: 'Freeze cards' })
  await dialog.getByText('1 card skipped: the card is terminated.').waitFor()
  await dialog.getByText('1 card skipped: the card is already frozen.').waitFor()
  await visitor.assertAccessible()
  await dialog.getByRole('button', { name: 'Freeze 26 cards' }).click()
  // The run continues while the user opens another page.
  await page.getByRole('link', { name: 'Wallet' }).click()
  await dock(visitor).getByText('26 frozen, 2 skipped').waitFor()
  assert.equal((await api.get('/cards?status=frozen')).body.pagination.total, 27)
  await visitor.assertAccessible()

  await dock(visitor).getByRole('button', { name: 'Show each card' }).click()
  const sheet = page.getByRole('dialog', { name: 'Freezing 26 cards' })
  await sheet.getByRole('button', { name: 'With a problem' }).click()
  await sheet.getByRole('cell', { name: 'The card is terminated.' }).waitFor()
  await visitor.assertAccessible()
  const [result] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download the result' }).click(),
  ])
  assert.match(await textOf(result), new RegExp(`${cards[26].id},\\d{4},Card 27,freeze,invalid,The card is terminated`))
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await dock(visitor).getByText('26 unfrozen').waitFor()
  const { data } = (await api.get('/cards?status=frozen')).body
  assert.deepEqual(
    data.map(({ label }: { label: string }) => label),
    ['Card 28'],
    'a card that was frozen before stays so',
  )
  await dock(visitor).getByRole('button', { name: 'Close' }).click()
  await dock(visitor).waitFor({ state: 'detached' })
  visitor.assertQuiet()
  await visitor.leave()
})

test('bulk funding shows its total, never funds a card twice and waits when the rate limit is reached', async () => {
  const api = await dashboard.service.fundedWorkspace(100)
  const cards = []
  for (let n = 1; n <= 20; n++) cards.push(await createCard(api, { label: `Card ${n}`, amount: 1 }))
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  await bar(visitor).getByRole('button', { name: 'Fund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fund cards' })
  await dialog.getByLabel('Amount for each card').fill('5')
  await dialog.getByText('This changes 20 cards. Total: $100.00.').waitFor()
  await dialog.getByText(/The wallet holds \$8\d\.\d\d, which is \$\d+\.\d\d less than the total/).waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Fund 20 cards' }).isDisabled())
  await dialog.getByLabel('Amount for each card').fill('0.50')
  await dialog.getByRole('button', { name: 'Fund 20 cards' }).click()
  await dialog.getByText('Enter an amount from $1.00 to $5,000.00.').waitFor()
  await dialog.getByLabel('Amount for each card').fill('2')
  // The first response is lost: the card is funded, but the browser does not know.
  let isLost = false
  await page.route('**/fund', async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Fund 20 cards' }).click()
  await dock(visitor)
    .getByText(/1 failed/)
    .waitFor()
  await dock(visitor).getByRole('button', { name: 'Continue' }).click()
  await dock(visitor).getByText('20 funded').waitFor()
  for (const { id } of cards) assert.equal((await cardOf(api, id)).balance, 3)
  await page.getByRole('table').getByText('$3.00').first().waitFor()

  await page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  await choose(visitor, 'Set limit')
  await page.getByLabel('Spending limit per month').fill('75')
  await page.getByText('This changes 20 cards.').waitFor()
  clock.stepMs = 0
  clock.ms += 120_000
  // Uses up all but five of this minute's requests.
  for (let n = 0; n < PER_MINUTE - 5; n++) await page.request.get('/dashboard/session')
  await visitor.expecting(429, () => page.getByRole('button', { name: 'Change 20 cards' }).click())
  await dock(visitor).getByText('The limit of requests per minute is reached.').waitFor()
  await dock(visitor).getByRole('button', { name: 'Stop' }).click()
  clock.stepMs = 10_000
  clock.ms += 120_000
  await dock(visitor).getByRole('button', { name: 'Continue' }).click()
  await dock(visitor).getByText('20 changed').waitFor()
  for (const { id } of cards) assert.equal((await cardOf(api, id)).spending_limit, 75)
  await dock(visitor).getByRole('button', { name: 'Undo' }).click()
  await dock(visitor).getByText('20 restored').waitFor()
  for (const { id, spending_limit } of cards) assert.equal((await cardOf(api, id)).spending_limit, spending_limit)
  await dashboard.service.audit()
  await visitor.leave()
})

test('a reload asks first while cards are being changed, and switching the environment stops the run immediately', async () => {
  const api = await dashboard.service.fundedWorkspace(100)
  for (let n = 1; n <= 12; n++) await createCard(api, { label: `Card ${n}`, amount: 1 })
  const frozen = async () => (await api.get('/cards?status=frozen')).body.pagination.total
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  // The requests wait, as with a slow connection, until the test lets them through.
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
  let held = 0
  await page.route('**/freeze', async (route) => {
    held++
    await isLetThrough
    await route.continue()
  })
  await bar(visitor).getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Freeze 12 cards' }).click()
  await dock(visitor).getByText('0 frozen, 12 remaining').waitFor()
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.type())
    void question.dismiss()
  })
  await page.evaluate(() => setTimeout(() => location.reload()))
  await until('the browser asks', () => questions.length > 0, 10_000)
  await dock(visitor).getByText('0 frozen, 12 remaining').waitFor()

  await page.getByRole('button', { name: 'Production' }).click()
  await page.getByText('No cards yet').waitFor()
  const sent = held
  letThrough()
  await dock(visitor)
    .getByText(`${sent} frozen, ${12 - sent} remaining`)
    .waitFor()
  await dock(visitor).getByText('It stopped when you left the sandbox environment.').waitFor()
  assert.ok(await dock(visitor).getByRole('button', { name: 'Continue' }).isDisabled())
  assert.ok(sent > 0 && sent < 12, String(sent))
  assert.deepEqual([held, await frozen()], [sent, sent])
  await visitor.assertAccessible()

  await page.getByRole('button', { name: 'Sandbox', exact: true }).click()
  await dock(visitor).getByRole('button', { name: 'Continue' }).click()
  await dock(visitor).getByText('12 frozen').waitFor()
  assert.equal(await frozen(), 12)
  // Nothing is under way any more, so a reload does not ask.
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor()
  assert.deepEqual(questions, ['beforeunload'])
  visitor.assertQuiet()
  await visitor.leave()
})

test('a person extends labels and terminates cards after typing a word, and a viewer can only export', async () => {
  const api = await dashboard.service.fundedWorkspace(100)
  const long = await createCard(api, { label: 'x'.repeat(60), amount: 1 })
  const card = await createCard(api, { label: 'Ads', amount: 2 })
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  await visitor.assertFitsItsScreen()
  await choose(visitor, 'Change labels')
  await page.getByRole('button', { name: 'Add at the end' }).click()
  await page.getByLabel('Text').fill('2027')
  await page.getByText('1 card skipped: the label would be longer than 64 characters.').waitFor()
  await page.getByRole('button', { name: 'Label 1 card' }).click()
  await dock(visitor).getByText('1 labelled, 1 skipped').waitFor()
  await visitor.assertFitsItsScreen()
  assert.equal((await cardOf(api, card.id)).label, 'Ads 2027')
  await dock(visitor).getByRole('button', { name: 'Undo' }).click()
  await dock(visitor).getByText('1 restored').waitFor()
  assert.equal((await cardOf(api, card.id)).label, 'Ads')
  await dock(visitor).getByRole('button', { name: 'Close' }).click()

  await page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  await choose(visitor, 'Terminate')
  await page.getByText('$3.00 returns to the wallet.').waitFor()
  await page.getByRole('button', { name: 'Terminate 2 cards' }).click()
  await page.getByText('Type “terminate 2”.').waitFor()
  await page.getByLabel(/to confirm/).fill('terminate 2')
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Terminate 2 cards' }).click()
  await dock(visitor).getByText('2 terminated').waitFor()
  assert.equal(await dock(visitor).getByRole('button', { name: 'Undo' }).count(), 0)
  for (const { id } of [long, card]) assert.equal((await cardOf(api, id)).status, 'terminated')
  visitor.assertQuiet()
  await visitor.leave()

  const viewer = await dashboard.signIn(api, 'viewer')
  await viewer.open('/cards')
  await viewer.page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  await bar(viewer).getByRole('button', { name: 'Export CSV' }).waitFor()
  assert.equal(await bar(viewer).getByRole('button', { name: 'Freeze' }).count(), 0)
  viewer.assertQuiet()
  await viewer.leave()
  await dashboard.service.audit()
})

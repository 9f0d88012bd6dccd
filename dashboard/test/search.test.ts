// Search: cards by their last four digits, anything through the palette, and the names that lists show instead of ids.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../server/test/until.ts'
import { openDashboard } from './harness.ts'
import { createCard } from './make-card.ts'
import type { Visitor } from './visitor.ts'

const dashboard = await openDashboard()
const api = await dashboard.service.fundedWorkspace(20_000)
const MANY = 105
const merchant = { name: 'Nordlys Air', mcc: '4511', country: 'NO' }
const ads = { name: 'Acme Ads', mcc: '7311', country: 'US' }

// The first card is used before a hundred others, so it is missing from a list of recently used cards.
const first = await createCard(api, { label: 'The very first card', amount: 100 })
const { body: bought } = await api.post('/sandbox/authorizations', { card_id: first.id, amount: 42.5, merchant })
for (let n = 1; n < MANY; n += 15)
  await Promise.all(
    Array.from({ length: 15 }, async (_, m) => {
      const card = await createCard(api, { label: `Card ${n + m}`, amount: 10 })
      await api.post('/sandbox/authorizations', { card_id: card.id, amount: 1, merchant: ads })
    }),
  )

const visitor = await dashboard.signIn(api)
const { page } = visitor
const field = page.getByRole('combobox', { name: 'Search or jump to' })
const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')

async function type(text: string): Promise<void> {
  if (!(await field.isVisible())) await page.keyboard.press('Control+k')
  await field.fill(text)
}

test('with more than a hundred cards, one request names the card of every transaction', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitor.open('/transactions?merchant=Nordlys')
  const name = `The very first card •••• ${first.last4}`
  await page
    .getByRole('row', { name: /Nordlys Air/ })
    .getByRole('link', { name })
    .waitFor()
  assert.deepEqual(
    asked.filter((path) => /^\/(v1|dashboard)\/cards/.test(path)),
    [],
    'the names came with the transactions',
  )
  await visitor.open('/')
  await page
    .getByRole('table', { name: 'Latest transactions' })
    .getByText(/Card \d+ •••• \d{4}/)
    .first()
    .waitFor()
  await api.post('/sandbox/3ds', { card_id: first.id, merchant: 'Lucky Spin', amount: 10 })
  asked.length = 0
  await visitor.open('/developers/events')
  await page
    .getByRole('row', { name: /3ds.challenge/ })
    .getByRole('link', { name })
    .waitFor()
  const nameRequests = asked.filter((path) => path.startsWith('/dashboard/cards/names'))
  assert.ok(nameRequests.length <= 2, `${nameRequests.length} requests for names, instead of one for all rows`)
  assert.ok(!asked.some((path) => path.startsWith('/v1/cards/')), String(asked))
  visitor.assertQuiet()
})

test('the list and the picker find cards by their last four digits', async () => {
  await visitor.open('/cards')
  await page.getByLabel('Search by label or last four digits').fill(first.last4)
  await page.waitForURL(`**/cards?search=${first.last4}`)
  await page.getByRole('link', { name: 'The very first card' }).waitFor()
  await page.getByLabel('Search by label or last four digits').fill('0000 none')
  await page.getByText('No card matches').waitFor()

  await visitor.open('/transactions')
  await page.getByRole('button', { name: 'Card: All cards' }).click()
  await page.getByLabel('Search cards by label or last four digits').fill(first.last4)
  await page
    .getByRole('dialog', { name: 'Choose: Card' })
    .getByRole('button', { name: /The very first card/ })
    .click()
  await page.getByRole('row', { name: /Nordlys Air/ }).waitFor()
  visitor.assertQuiet()
})

test('the palette opens any id and finds cards, merchants and amounts', async () => {
  const webhook = (await api.post('/webhooks', { url: 'https://example.com/hook', events: ['*'] })).body
  const event = (await api.get('/events?per_page=1')).body.data[0]
  const opens: [text: string, option: RegExp, address: string][] = [
    [bought.transaction.id, /Open transaction/, `**/transactions/${bought.transaction.id}`],
    [webhook.id, /Open webhook/, `**/developers/webhooks/${webhook.id}`],
    [event.id, /Open event/, `**/developers/events?event=${event.id}`],
    [first.last4, /The very first card/, `**/cards/${first.id}`],
    ['nordlys', /\$42\.50 at Nordlys Air/, `**/transactions/${bought.transaction.id}`],
    ['$42.50', /\$42\.50 at Nordlys Air/, `**/transactions/${bought.transaction.id}`],
    ['$42.50', /All transactions of \$42\.50/, '**/transactions?min_amount=42.5&max_amount=42.5'],
  ]
  for (const [text, option, address] of opens) {
    await visitor.open('/wallet')
    await type(text)
    await options.filter({ hasText: option }).first().waitFor()
    if (text === 'nordlys') await visitor.assertAccessible()
    await stepTo(option)
    await page.keyboard.press('Enter')
    await page.waitForURL(address)
  }
  visitor.assertQuiet()
})

/** Presses the down key until the row is selected. */
async function stepTo(name: RegExp): Promise<void> {
  for (let n = 0; n < 60; n++) {
    if (name.test((await options.and(page.locator('[aria-selected=true]')).textContent()) ?? '')) return
    await page.keyboard.press('ArrowDown')
  }
  assert.fail(`${name} cannot be reached by the keyboard`)
}

test('text typed while the palette is still loading is searched for', async () => {
  const early = await dashboard.signIn(api, 'viewer')
  let send: (() => void) | undefined
  await early.page.route(/\/assets\/finder-/, async (route) => {
    await new Promise<void>((resolve) => {
      send = resolve
    })
    await route.continue()
  })
  await early.open('/settings/security')
  await early.page.keyboard.press('Control+k')
  const field = early.page.getByRole('textbox', { name: 'Search or jump to' })
  await field.waitFor()
  await early.page.keyboard.type(first.last4)
  assert.equal(await field.inputValue(), first.last4)
  assert.equal(await early.page.getByRole('option').count(), 0, 'the results are not loaded yet')
  await until('the script is asked for', () => send !== undefined)
  send!()
  await early.page.getByRole('option', { name: /The very first card/ }).waitFor()
  assert.equal(await early.page.getByRole('combobox').inputValue(), first.last4)
  early.assertQuiet()
  await early.leave()
})

test('the palette always has exactly one visible active row and never shows results for an older text', async () => {
  await visitor.open('/')
  await type('')
  const count = await options.count()
  assert.ok(count > 12, `${count} rows`)
  for (let n = 0; n < count + 2; n++) {
    await page.keyboard.press(n % 7 === 6 ? 'ArrowUp' : 'ArrowDown')
    const chosen = options.and(page.locator('[aria-selected=true]'))
    assert.equal(await chosen.count(), 1)
    assert.ok(await isInView(visitor), `row ${n}: ${await chosen.textContent()}`)
    assert.equal(await field.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'))
  }
  await type('very first')
  await options.filter({ hasText: 'The very first card' }).first().waitFor()
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/dashboard/search?*', async (route) => {
    await isAnswered
    await route.continue()
  })
  await type('no such thing at all')
  await page.getByText('Searching…').waitFor()
  assert.equal(await options.count(), 0, 'rows for the older text')
  answer()
  await page.getByText('Nothing found for “no such thing at all”.').waitFor()
  assert.equal(await options.count(), 0)
  assert.equal(await page.getByRole('listbox', { name: 'Results' }).isVisible(), false)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.unrouteAll()
  visitor.assertQuiet()
})

function isInView({ page }: Visitor): Promise<boolean> {
  return page.evaluate(() => {
    const chosen = document.querySelector('[role=option][aria-selected=true]')!.getBoundingClientRect()
    const list = document.querySelector('[role=listbox]')!.getBoundingClientRect()
    return chosen.top >= list.top - 1 && chosen.bottom <= list.bottom + 1
  })
}

test('the palette freezes and unfreezes a card, creates one, changes theme and environment, and signs out', async () => {
  await visitor.open('/wallet')
  await type('freeze very first')
  await options.filter({ hasText: 'Freeze The very first card' }).waitFor()
  await stepTo(/^Freeze The very first card/)
  await page.keyboard.press('Enter')
  await page.getByText('The very first card is frozen.').waitFor()
  assert.equal((await api.get(`/cards/${first.id}`)).body.status, 'frozen')
  await type('very first')
  await options.filter({ hasText: 'Unfreeze The very first card' }).click()
  await page.getByText('The very first card is active again.').waitFor()

  await type('dark')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'))
  await type('create card')
  await options.filter({ hasText: /^Create card$/ }).click()
  await page.getByRole('dialog', { name: /card/i }).waitFor()
  await page.keyboard.press('Escape')
  await type('switch to production')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Production', pressed: true }).waitFor()
  await type('switch to sandbox')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sandbox', pressed: true }).waitFor()

  const viewer = await dashboard.signIn(api, 'viewer')
  await viewer.open('/')
  await viewer.page.keyboard.press('Control+k')
  await viewer.page.getByRole('combobox', { name: 'Search or jump to' }).fill('very first')
  const offered = viewer.page.getByRole('option')
  await offered.filter({ hasText: 'The very first card' }).waitFor()
  assert.equal(await offered.filter({ hasText: /[Ff]reeze/ }).count(), 0, 'a viewer freezes nothing')
  viewer.assertQuiet()

  await type('sign out')
  await visitor.expecting(401, () => page.keyboard.press('Enter'))
  await page.waitForURL('**/sign-in**')
})

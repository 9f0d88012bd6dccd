// Nothing overflows its box: checks every page and the fullest windows and steps, at six widths in both themes.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { products } from '../src/shop/products.ts'
import { liveThroughBusyWeeks } from './busy-weeks.ts'
import { openDashboard } from './harness.ts'
import { addLongWords, LONG_LABEL } from './long-words.ts'
import { VISA } from './make-card.ts'
import { findOverflow } from './overflow.ts'
import { pagesOf } from './pages.ts'
import { startReceiver } from './receiver.ts'

const WIDTHS = [390, 768, 1024, 1280, 1440, 1920]

const dashboard = await openDashboard({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const receiver = await startReceiver()
after(() => receiver.server.close())
const api = await dashboard.service.workspace()
const sandbox = await liveThroughBusyWeeks(api, { days: 1, receiver: `${receiver.url}/hooks` })
const long = await addLongWords(api, VISA)
const owner = await dashboard.signIn(api)
const { page } = owner

/** Resizes the open page instead of loading it again, which is much faster. */
async function assertFits(name: string, page = owner.page): Promise<void> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark')
      for (const line of await findOverflow(page)) found.push(`${width} ${theme}: ${line}`)
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  assert.deepEqual(found, [], name)
}

/** The rows of a list that end before the list does. */
const holesIn = (list: Locator): Promise<string[]> =>
  list.evaluate((list) => {
    const ends = new Map<number, number>()
    for (const item of list.children) {
      const { top, right } = item.getBoundingClientRect()
      ends.set(Math.round(top), Math.max(right, ends.get(Math.round(top)) ?? 0))
    }
    const { right } = list.getBoundingClientRect()
    return [...ends.values()].flatMap((end) => (end < right - 2 ? [`${Math.round(right - end)} px are empty`] : []))
  })

const [purchase] = (await api.get('/transactions?type=authorization&per_page=1')).body.data
const pages = {
  ...pagesOf(sandbox),
  'purchase with long names': `/transactions/${purchase.id}`,
  'card with a long label': `/cards/${long.cardId}`,
  ...Object.fromEntries(long.declineIds.map((id, n) => [`decline ${n + 1} of long names`, `/transactions/${id}`])),
}
for (const [name, path] of Object.entries(pages))
  test(`${name}: no text overflows its box`, async () => {
    await owner.open(path)
    await owner.settle()
    for (const summary of await page.locator('main details:not([open]) > summary').all()) await summary.click()
    await assertFits(name)
  })

test('no text overflows on the pages before the sign-in', async () => {
  const stranger = await dashboard.arrive()
  const invitation = await dashboard.invite(api, 'viewer', `${LONG_LABEL}@example.com`)
  for (const path of ['/sign-in', invitation, '/reset#unknown']) {
    await stranger.expecting(401, () => stranger.expecting(404, () => stranger.open(path)))
    await stranger.settle()
    await assertFits(path, stranger.page)
  }
  stranger.assertQuiet()
  await stranger.leave()
})

test("the network's name keeps the same margin as the other words on the card", async () => {
  await owner.open(`/cards/${long.cardId}`)
  const face = page.getByRole('img', { name: /^Visa card ending in/ })
  await face.getByText('Prepaid').waitFor()
  const end = (text: string) =>
    face.getByText(text, { exact: true }).evaluate((word: SVGTextElement) => {
      const { x, width } = word.getBBox()
      return x + width
    })
  assert.ok((await end('VISA')) <= (await end('Prepaid')), `${await end('VISA')} of ${await end('Prepaid')}`)
})

test('no text overflows in the plan of an import with long labels', async () => {
  await owner.open('/cards/import')
  const file = `bin_id,amount,label\n${VISA},10,${LONG_LABEL}\nbin_none_that_is_quite_long_as_well,10,${LONG_LABEL}`
  await page.getByLabel('Or paste the lines here').fill(file)
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByText('1 to create, 1 skipped').waitFor()
  await assertFits('import plan')
})

test('no text overflows in the test shop with a full basket, nor at its checkout', async () => {
  await owner.open('/shop')
  // The basket holds one product from the start. An added product has buttons for more and less instead.
  for (const { id, name } of products)
    if (id !== 'beans') await page.getByRole('button', { name: `Add ${name}`, exact: true }).click()
  assert.equal(await page.getByRole('button', { name: /^One .* less$/ }).count(), products.length)
  await assertFits('basket')
  await page.getByRole('button', { name: /^Check out/ }).click()
  await assertFits('checkout')
})

test('no text overflows in the sheet of a delivery', async () => {
  await owner.open(`/developers/webhooks/${sandbox.webhookId}`)
  await owner.settle()
  await page.getByRole('table').getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  await owner.settle()
  await assertFits('delivery')
})

test('no text overflows on an empty production page with its first steps', async () => {
  await owner.open('/')
  await page.getByRole('button', { name: 'Production' }).click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await owner.settle()
  await assertFits('production')
  const steps = page.locator('section', { has: page.getByRole('heading', { name: 'First steps' }) }).locator('ol')
  assert.equal(await steps.getByRole('listitem').count(), 3)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await holesIn(steps), [], `${width} px`)
  }
  await page.getByRole('button', { name: 'Sandbox', exact: true }).click()
})

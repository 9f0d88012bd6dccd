// What the first load transfers, which headers it has, and that nothing moves while it arrives.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()
const { url } = dashboard.service
const MAX_SCRIPT_BYTES = 180_000

async function spend(api: Api): Promise<void> {
  const [bin] = (await api.get('/bins')).body.data
  const { id } = (await api.post('/cards', { bin_id: bin.id, amount: 50 })).body
  const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }
  const settled = await api.post('/sandbox/settlements', { card_id: id, amount: 5, merchant })
  assert.equal(settled.status, 201)
}

const asPage = { accept: 'text/html,application/xhtml+xml' }

test('every path of the application serves the application, without inline scripts', async () => {
  for (const path of ['/', '/cards', '/cards/card_unknown', '/settings/keys', '/sign-in?next=%2Fcards']) {
    const response = await fetch(url + path, { headers: asPage })
    assert.equal(response.status, 200, path)
    const policy = response.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
    const page = await response.text()
    assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)/, 'an inline script')
    assert.doesNotMatch(page, /https?:\/\//, 'an address elsewhere')
  }
})

test("a path that is neither a file nor a page answers 404 with the API's error format", async () => {
  for (const [path, headers] of [
    ['/assets/none.js', asPage],
    ['/cards', { accept: 'application/json' }],
    ['/dashboard/none', asPage],
    ['/../package.json', { accept: '*/*' }],
  ] as const) {
    const response = await fetch(url + path, { headers })
    assert.ok([401, 404].includes(response.status), `${path}: ${response.status}`)
    assert.match(response.headers.get('content-type')!, /json/)
  }
})

test('files with a hash in their name are compressed and cached forever', async () => {
  const page = await (await fetch(url, { headers: asPage })).text()
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page)!
  for (const encoding of ['br', 'gzip'] as const) {
    const response = await fetch(url + script, { headers: { 'accept-encoding': encoding } })
    assert.equal(response.headers.get('content-encoding'), encoding)
    assert.match(response.headers.get('cache-control')!, /immutable/)
  }
})

test('the first load takes at most 180 kB of script', async (t) => {
  const api = await dashboard.service.fundedWorkspace()
  await spend(api) // with spending, the chart is loaded too
  const visitor = await dashboard.signIn(api)
  await visitor.open('/')
  await visitor.page.locator('[data-chart]').first().waitFor()
  const sizes = await visitor.page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  t.diagnostic(`${sizes.length} scripts, ${total} bytes`)
  assert.ok(total > 0 && total <= MAX_SCRIPT_BYTES, `${total} bytes`)
  visitor.assertQuiet()
})

test('the layout of the first page does not shift when its figures arrive', async () => {
  const api = await dashboard.service.fundedWorkspace()
  await spend(api)
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  const { page } = visitor
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { seen })
  })
  // The placeholders are shown first, and the figures come one after the other.
  for (const [path, ms] of [
    ['**/v1/wallet/balance', 100],
    ['**/dashboard/overview?*', 300],
  ] as const)
    await page.route(path, async (route) => {
      await page.waitForTimeout(ms)
      await route.continue()
    })
  await visitor.open('/')
  await page.locator('[data-chart]').first().waitFor()
  await visitor.settle()
  const { shift } = await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen)
  assert.ok(shift < 0.02, `the layout shifted by ${shift}`)
  visitor.assertQuiet()
})

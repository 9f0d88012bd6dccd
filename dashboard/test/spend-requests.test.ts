// Spend requests: they appear as soon as an agent asks, are decided by mouse, touch or one key, and keep their outcome.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherKey, workspaceWith } from '../../server/test/contract/assertions.ts'
import type { Api } from '../../server/test/harness.ts'
import { until } from '../../server/test/until.ts'
import { openDashboard, PASSWORD } from './harness.ts'
import { growStale } from './stale-session.ts'

const dashboard = await openDashboard()
const { service } = dashboard

async function openScene() {
  const boss = await workspaceWith(service, 1000)
  const budget = { amountCents: 100_000n, window: 'month' as const }
  return { boss, agent: await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true, budget } }) }
}

const reason = 'The manual for the printer in room 4.'

async function ask(agent: Api, name: string, amount = 25, merchant: object = {}) {
  const { status, body } = await agent.post('/spend-requests', { amount, merchant: { name, ...merchant }, reason })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

const statusOf = async (api: Api, { id }: { id: string }) => (await api.get(`/spend-requests/${id}`)).body.status

test('a spend request appears without a reload with all facts for a decision, and a click approves it', async () => {
  const { boss, agent } = await openScene()
  // The sandbox clock may differ from the browser's clock, which must not affect the countdown.
  await boss.post('/sandbox/clock/advance', { seconds: 40 * 86_400 })
  const visitor = await dashboard.signIn(boss)
  const { page } = visitor
  await visitor.open('/spend-requests')
  await page.getByText('No requests are waiting').waitFor()
  await page.getByRole('link', { name: 'Create an agent key' }).waitFor()
  await visitor.assertAccessible()

  const request = await ask(agent, 'Acme Books', 24.99, { url: 'https://books.example/manual', id: '445566778899001' })
  const shown = page.getByRole('article', { name: '$24.99 at Acme Books' })
  await shown.getByText(reason).waitFor()
  await shown.getByText('Agent', { exact: true }).waitFor()
  await shown.getByText('445566778899001', { exact: true }).waitFor()
  await shown.getByText(/one purchase of at most \$24\.99, at the merchant with the id 445566778899001/).waitFor()
  const link = shown.getByRole('link', { name: 'books.example' })
  assert.deepEqual(
    [await link.getAttribute('href'), await link.getAttribute('target'), await link.getAttribute('rel')],
    ['https://books.example/manual', '_blank', 'noopener noreferrer'],
  )
  await page.waitForFunction(() => /^(9:\d\d|10:00)$/.test(document.querySelector('[role=timer]')?.textContent ?? ''))
  await page.getByRole('link', { name: 'Spend requests 1 waiting' }).waitFor()
  await visitor.assertAccessible()

  await shown.getByRole('button', { name: 'Approve', exact: true }).click()
  await shown.waitFor({ state: 'hidden' })
  assert.equal(await statusOf(boss, request), 'approved')
  await page.getByText('$24.99 at Acme Books: approved.').waitFor()
  await page
    .getByRole('table', { name: 'History of spend requests' })
    .getByRole('row', { name: /Acme Books.*Approved/ })
    .waitFor()
  await page
    .getByRole('table', { name: 'Spend requests by key' })
    .getByRole('row', { name: /Agent 1 1 0/ })
    .waitFor()
  visitor.assertQuiet()
})

test('arrow keys move between requests, a approves, d denies with a note, and typing the note triggers nothing', async () => {
  const { boss, agent } = await openScene()
  const requests = [await ask(agent, 'First Shop'), await ask(agent, 'Second Shop'), await ask(agent, 'Third Shop')]
  const visitor = await dashboard.signIn(boss)
  const { page } = visitor
  await visitor.open('/spend-requests')
  const articles = ['First', 'Second', 'Third'].map((name) => page.getByRole('article', { name: new RegExp(name) }))
  const hasFocus = (name: string) =>
    page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label')?.includes(name), name)
  await articles[0]!.focus()
  await page.keyboard.press('ArrowDown')
  await hasFocus('Second')
  await page.keyboard.press('ArrowUp')
  await hasFocus('First')
  await page.keyboard.press('a')
  await articles[0]!.waitFor({ state: 'hidden' })
  await hasFocus('Second')

  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Deny the request' })
  await visitor.assertAccessible()
  await dialog.getByLabel('Note').pressSequentially('a bad idea')
  await dialog.getByRole('button', { name: 'Deny' }).click()
  await articles[1]!.waitFor({ state: 'hidden' })
  const { body: denied } = await boss.get(`/spend-requests/${requests[1].id}`)
  assert.deepEqual([denied.status, denied.note], ['denied', 'a bad idea'])
  assert.deepEqual([await statusOf(boss, requests[0]), await statusOf(boss, requests[2])], ['approved', 'pending'])
  visitor.assertQuiet()
})

test('an approval above 100.00 asks an old session for the password and then continues', async () => {
  const { boss, agent } = await openScene()
  const [small, large] = [await ask(agent, 'Small Shop', 100), await ask(agent, 'Large Shop', 100.01)]
  const visitor = await dashboard.signIn(boss)
  const { page } = visitor
  await growStale(service, visitor)
  await visitor.open('/spend-requests')
  await page.getByRole('article', { name: /Small/ }).getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('$100.00 at Small Shop: approved.').waitFor()
  await visitor.expecting(403, async () => {
    await page.getByRole('article', { name: /Large/ }).getByRole('button', { name: 'Approve', exact: true }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    await proof.getByLabel('Password').fill(PASSWORD)
    assert.equal(await statusOf(boss, large), 'pending')
    await proof.getByRole('button', { name: 'Confirm' }).click()
  })
  await page.getByText('$100.01 at Large Shop: approved.').waitFor()
  assert.equal(await statusOf(boss, small), 'approved')
  visitor.assertQuiet()
})

test('the approval address opens its environment, and says so if the request does not exist', async () => {
  const { boss, agent } = await openScene()
  const { id, approval_url } = await ask(agent, 'Acme Books')
  const visitor = await dashboard.signIn(boss)
  const { page } = visitor
  await visitor.open('/')
  await page.getByRole('button', { name: 'Production' }).click()
  await visitor.expecting(404, () => visitor.open(new URL(approval_url).pathname))
  await page.getByRole('heading', { level: 1, name: '$25.00 at Acme Books' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Sandbox' }).getAttribute('aria-pressed'), 'true')
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const { card_id } = await untilApproved(boss, id)
  await page.getByRole('link', { name: /Acme Books ••••/ }).click()
  await page.waitForURL(`**/cards/${card_id}`)
  await page.getByRole('link', { name: 'Spend request: $25.00 at Acme Books' }).click()
  await page.waitForURL(`**/spend-requests/${id}`)
  await page.getByText('You', { exact: true }).waitFor()
  await visitor.open('/spend-requests/spr_unknown')
  await page.getByText('No such spend request').waitFor()
  await visitor.assertAccessible()
  visitor.assertQuiet()
})

function untilApproved(api: Api, id: string) {
  return until('the request is decided', async () => {
    const { body } = await api.get(`/spend-requests/${id}`)
    return body.status !== 'pending' && body
  })
}

test("the page of a request shows the outcome in the agent's own words", async () => {
  const { boss, agent } = await openScene()
  const visitor = await dashboard.signIn(boss)
  const { page } = visitor
  for (const [outcome, name, note] of [
    ['success', 'Bought', 'Order 4711, <b>paid</b>.'],
    ['blocked', 'Blocked', undefined],
    ['abandoned', 'Abandoned', 'Out of stock.'],
  ] as const) {
    const { id } = await ask(agent, 'Acme Books')
    assert.equal((await boss.post(`/spend-requests/${id}/approve`)).status, 200)
    await visitor.open(`/spend-requests/${id}`)
    await page.getByRole('heading', { name: 'Reason' }).waitFor()
    assert.equal(await page.getByText('Outcome').count(), 0)
    assert.equal((await agent.post(`/spend-requests/${id}/outcome`, { outcome, ...(note && { note }) })).status, 200)
    await visitor.open(`/spend-requests/${id}`)
    await page.getByRole('heading', { name: 'Outcome' }).waitFor()
    await page.getByText(name, { exact: true }).waitFor()
    if (note) await page.getByText(note, { exact: true }).waitFor()
    await visitor.assertAccessible()
  }
  visitor.assertQuiet()
})

test('the history is filtered by status, and a request that was canceled or decided elsewhere leaves the inbox', async () => {
  const { boss, agent } = await openScene()
  const [canceled, denied] = [await ask(agent, 'Canceled Shop'), await ask(agent, 'Denied Shop')]
  const visitor = await dashboard.signIn(boss)
  const { page } = visitor
  await visitor.open('/spend-requests?status=denied')
  await page.getByRole('article').first().waitFor()
  await page.getByText('No denied requests').waitFor()
  await agent.post(`/spend-requests/${canceled.id}/cancel`)
  await boss.post(`/spend-requests/${denied.id}/deny`)
  await page.getByText('No requests are waiting').waitFor()
  const history = page.getByRole('table', { name: 'History of spend requests' })
  await history.getByText('Denied Shop').waitFor()
  assert.equal(await history.getByText('Canceled Shop').count(), 0)
  await page.getByRole('button', { name: 'Canceled' }).click()
  await history.getByText('Canceled Shop').waitFor()
  visitor.assertQuiet()
})

test('a viewer sees waiting requests but has no buttons and no keyboard shortcuts', async () => {
  const { boss, agent } = await openScene()
  const request = await ask(agent, 'Acme Books')
  const viewer = await dashboard.signIn(boss, 'viewer')
  await viewer.open('/spend-requests')
  const shown = viewer.page.getByRole('article', { name: /Acme Books/ })
  await shown.focus()
  for (const key of ['a', 'd']) await viewer.page.keyboard.press(key)
  assert.equal(await shown.getByRole('button').count(), 0)
  assert.equal(await viewer.page.getByRole('dialog').count(), 0)
  assert.equal(await statusOf(boss, request), 'pending')
  viewer.assertQuiet()
})

test('both buttons are fully visible on a phone and large enough for a thumb', async () => {
  const { boss, agent } = await openScene()
  await ask(agent, 'Acme Books', 25, { url: `https://${'long.'.repeat(12)}example/manual`, id: '445566778899001' })
  const visitor = await dashboard.signIn(boss, 'owner', { phone: true })
  await visitor.open('/spend-requests')
  for (const name of ['Approve', 'Deny']) {
    const button = visitor.page.getByRole('button', { name, exact: true })
    await button.waitFor()
    const box = (await button.boundingBox())!
    assert.ok(box.height >= 48 && box.width >= 120, `${name}: ${box.width} by ${box.height}`)
  }
  await visitor.assertFitsItsScreen()
  await visitor.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await visitor.page.getByText('No requests are waiting').waitFor()
  visitor.assertQuiet()
})

// One time zone for all dates: the device's own zone, or one chosen on this device.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { createCard } from './make-card.ts'

const dashboard = await openDashboard()
const { service } = dashboard
const api = await service.fundedWorkspace()
const card = await createCard(api, { amount: 100, label: 'Ads, November' })
const { body: bought } = await api.post('/sandbox/settlements', {
  card_id: card.id,
  amount: 12,
  merchant: { name: 'Acme Ads', mcc: '7311', country: 'US' },
})

const inZone = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(
    new Date(bought.created_at),
  )
const dateIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format()
const asked = (url: string, name: string) => new URL(url).searchParams.get(name)

test("lists, details, filters and figures use the device's time zone and name it", async () => {
  const visitor = await dashboard.signIn(api, 'owner', { zone: 'Asia/Tokyo' })
  const { page } = visitor
  await visitor.open('/transactions')
  const time = page.getByRole('table', { name: 'Purchases' }).locator('time').first()
  assert.match((await time.getAttribute('title'))!, /GMT\+9 \(.* UTC\)$/)
  await page.getByRole('columnheader', { name: 'When GMT+9' }).waitFor()

  const listed = page.waitForRequest(
    (request) => request.url().includes('/dashboard/purchases?') && request.url().includes('from='),
  )
  await page.getByLabel('Period (GMT+9)').selectOption('Today')
  const today = dateIn('Asia/Tokyo')
  const url = (await listed).url()
  assert.equal(asked(url, 'from'), new Date(`${today}T00:00:00+09:00`).toISOString())
  assert.equal(asked(url, 'to'), new Date(`${today}T23:59:59.999+09:00`).toISOString())
  await page.waitForURL(`**/transactions?from=${today}&to=${today}`)
  await page.getByRole('link', { name: 'Acme Ads' }).first().waitFor()
  await visitor.assertAccessible()
  await page.reload()
  assert.equal(await page.getByLabel('Period (GMT+9)').inputValue(), 'today')
  await page.getByLabel('Period (GMT+9)').selectOption('Custom…')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByText('No purchase matches').waitFor()

  await visitor.open(`/transactions/${bought.id}`)
  await page
    .getByText(`${inZone('Asia/Tokyo')} GMT+9`)
    .first()
    .waitFor()
  assert.equal((await page.getByTitle(`${inZone('UTC')} UTC`).count()) > 0, true)

  const counted = page.waitForRequest((request) => request.url().includes('/dashboard/overview'))
  await visitor.open('/')
  assert.equal(asked((await counted).url(), 'time_zone'), 'Asia/Tokyo')
  await page.getByText('Days are in Asia/Tokyo.').waitFor()
  const days = page.getByRole('table', { name: 'Spend by day' })
  await days.getByRole('row', { name: new RegExp(`${today} .*12\\.00`) }).waitFor()
  await page.getByLabel('Period (GMT+9)').selectOption('Last month')
  await page.getByText('Nothing spent in this period').waitFor()
  visitor.assertQuiet()
})

test('a person chooses another time zone in their menu, for all dates on this device', async () => {
  const visitor = await dashboard.signIn(api, 'viewer', { zone: 'Asia/Tokyo' })
  const { page } = visitor
  await visitor.open(`/transactions/${bought.id}`)
  await page.getByRole('button', { name: /viewer/ }).click()
  await page.getByRole('menuitem', { name: 'Time zone: Asia/Tokyo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Time zone' })
  await visitor.assertAccessible()
  await dialog.getByLabel('Time zone').selectOption('America/New_York')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(inZone('America/New_York')).first().waitFor()
  await page.reload()
  await page.getByText(inZone('America/New_York')).first().waitFor()
  await page.getByRole('button', { name: /viewer/ }).click()
  await page.getByRole('menuitem', { name: 'Time zone: America/New_York' }).click()
  await dialog.getByLabel('Time zone').selectOption('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(`${inZone('Asia/Tokyo')} GMT+9`)
    .first()
    .waitFor()
  visitor.assertQuiet()
})

test('the expiry of a key is entered in the chosen time zone, which its field names', async () => {
  const visitor = await dashboard.signIn(api, 'owner', { zone: 'Asia/Tokyo' })
  const { page } = visitor
  await visitor.open('/settings/keys')
  await page.evaluate(() => localStorage.setItem('cardwright.time-zone', 'America/New_York'))
  await page.reload()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('night job')
  await dialog.getByText('Restrictions').click()
  await dialog.getByLabel(/^Ends \(/).fill('2099-07-01T12:30')
  await dialog.getByLabel(/^Ends \((EDT|GMT-4)\)/).waitFor()
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/dashboard/keys') && request.method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Create key' }).click()
  assert.equal((await sent).postDataJSON().expires_at, '2099-07-01T16:30:00.000Z')
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('button', { name: 'night job', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Narrow' }).click()
  const narrowing = page.getByRole('dialog', { name: /Narrow/ })
  assert.equal(await narrowing.getByLabel(/^Ends \((EDT|GMT-4)\)/).inputValue(), '2099-07-01T12:30')
  visitor.assertQuiet()
})

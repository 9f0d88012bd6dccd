// Creating cards from a file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryRateLimiter } from '../../server/src/http/rate-limits/rate-limiter.ts'
import { openDashboard } from './harness.ts'
import { cardOf, MASTERCARD, VISA } from './make-card.ts'
import { textOf } from './visitor.ts'

const FILE = [
  '\uFEFFbin_id;amount;label;allowed_categories;metadata.Team',
  `${VISA};10.00;"Ads; ""November""";advertising,5817;growth`,
  `bin_none;10.00;Wrong BIN;;`,
  `${VISA};0.50;Too little;;`,
  `${MASTERCARD};20;Second;;`,
  `${VISA};5000;Too much for the wallet;;`,
  `${VISA};30;Third;;`,
  '',
].join('\r\n')

test('a file of cards is checked first, then created line by line within the rate limit, with a result for each line', async () => {
  const limited = await openDashboard({ RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '2' })
  const clock = { ms: 0 }
  limited.service.services.limiter = memoryRateLimiter({ now: () => clock.ms })
  const api = await limited.service.fundedWorkspace(1000)
  const visitor = await limited.signIn(api)
  const { page } = visitor
  await page.clock.install()
  await visitor.open('/cards')
  await page.getByRole('link', { name: 'Create from CSV' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create cards from CSV' }).waitFor()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download an example' }).click(),
  ])
  assert.match(await textOf(template), /^bin_id,amount,label,/)
  await visitor.assertAccessible()

  await page.getByLabel('Or paste the lines here').fill('bin_id,price\nx,1')
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByText('amount is missing').waitFor()
  await page
    .getByLabel(/Choose a CSV file/)
    .setInputFiles({ name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await page.getByText('4 to create, 2 skipped').waitFor()
  await page.getByText('bin_id: there is no BIN “bin_none”.').waitFor()
  await page.getByText('amount: Enter an amount from $1.00 to $5,000.00.').waitFor()
  await visitor.assertAccessible()

  await visitor.expecting(429, () => page.getByRole('button', { name: 'Create 4 cards' }).click())
  await page.getByText('The limit of cards per minute is reached.').waitFor()
  await page.getByText('2 created, 2 to create, 2 skipped').waitFor()
  assert.equal((await api.get('/cards')).body.pagination.total, 2)
  // The run is stopped while it waits, then continued, and an attempt to leave the page is canceled.
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The limit of cards per minute is reached.').waitFor()
  await page.getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('dialog', { name: 'Stop creating cards?' }).getByRole('button', { name: 'Cancel' }).click()
  clock.ms += 60_000
  await visitor.expecting(400, () => page.clock.fastForward(60_000))
  await page.getByText('3 created, 1 failed, 2 skipped').waitFor()
  await page.getByText('The wallet balance is too low for this amount.').waitFor()

  const { data } = (await api.get('/cards?sort=created_at&order=asc')).body
  assert.deepEqual(
    data.map(({ label, balance }: { label: string; balance: number }) => [label, balance]),
    [
      ['Ads; "November"', 10],
      ['Second', 20],
      ['Third', 30],
    ],
  )
  assert.deepEqual((await cardOf(api, data[0].id)).metadata, { Team: 'growth' })
  const [result] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the result' }).click(),
  ])
  const lines = (await textOf(result)).split('\r\n')
  assert.equal(lines[0], 'line,bin_id,amount,label,allowed_categories,metadata.Team,result,card_id,last4,message')
  assert.match(lines[1]!, new RegExp(`,created,${data[0].id},${data[0].last4},$`))
  assert.match(lines[2]!, /,invalid,,,/)
  assert.match(lines[5]!, /,failed,,,The wallet balance is too low/)
  await page.getByRole('link', { name: `•••• ${data[2].last4}` }).click()
  await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a template fills in the lines of a file, either one for all lines or named in a column', async () => {
  const dashboard = await openDashboard()
  const api = await dashboard.service.fundedWorkspace(1000)
  const template = async (body: object) => (await api.post('/card-templates', body)).body
  const ads = await template({ name: 'Ads', bin_id: VISA, spending_limit: 300, metadata: { team: 'growth' } })
  const bare = await template({ name: 'Bare', metadata: { team: 'none' } })
  for (let n = 0; n < 2; n++) await template({ name: 'Twice' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards/import')
  const paste = async (...lines: string[]) => {
    await page.getByLabel('Or paste the lines here').fill(lines.join('\n'))
    await page.getByRole('button', { name: 'Check the lines' }).click()
  }
  await paste('amount,label', '10,No BIN')
  await page.getByText('bin_id is missing').waitFor()
  await page.getByLabel('Template').selectOption(ads.id)
  await visitor.assertAccessible()
  await paste(
    'template,bin_id,amount,label,spending_limit,metadata.team',
    ',,10,As chosen,,',
    `ads,${MASTERCARD},20,By name,100,sales`,
    `${bare.id},${VISA},30,By id,,`,
    'Bare,,40,No BIN,,',
    'Twice,,50,Two of that name,,',
    'Nobody,,60,None of that name,,',
  )
  await page.getByText('3 to create, 3 skipped').waitFor()
  await page.getByText('bin_id is missing: the template “Bare” names no BIN.').waitFor()
  await page.getByText('template: several have the name “Twice”; give the id of one.').waitFor()
  await page.getByText('template: there is no template “Nobody”.').waitFor()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Create 3 cards' }).click()
  await page.getByText('3 created, 3 skipped').waitFor()
  const { data } = (await api.get('/cards?sort=created_at&order=asc')).body
  const cards = await Promise.all(data.map(({ id }: { id: string }) => cardOf(api, id)))
  assert.deepEqual(
    cards.map(({ label, bin_id, spending_limit, metadata }) => [label, bin_id, spending_limit, metadata.team]),
    [
      ['As chosen', VISA, 300, 'growth'],
      ['By name', MASTERCARD, 100, 'sales'],
      ['By id', VISA, cards[2]!.spending_limit, 'none'],
    ],
  )
  visitor.assertQuiet()
  await visitor.leave()
})

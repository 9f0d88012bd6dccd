// Cards: found, created one by one and by the file, revealed, funded, limited, frozen, terminated.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { memoryRateLimiter } from '../../server/src/http/rate-limits/rate-limiter.ts'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard, PASSWORD } from './harness.ts'
import type { Visitor } from './visitor.ts'

const dashboard = await openDashboard()

const VISA = 'bin_visa_us_prepaid_1'
const MASTERCARD = 'bin_mastercard_us_debit_1'

async function createCard(api: Api, settings: Record<string, unknown> = {}) {
  const { status, body } = await api.post('/cards', { bin_id: VISA, amount: 100, ...settings })
  assert.equal(status, 201)
  return body
}

async function cardOf(api: Api, id: string) {
  return (await api.get(`/cards/${id}`)).body
}

/** The labels in the order in which the list shows them. */
async function labels({ page }: Visitor): Promise<string[]> {
  return page.getByRole('table').locator('tbody tr td:first-child a').allTextContents()
}

test('the list is searched, filtered, sorted and paged, and the address holds it all', async () => {
  const api = await dashboard.service.fundedWorkspace()
  for (let each = 1; each <= 26; each++) await createCard(api, { label: `Card ${each}`, amount: 1 })
  await createCard(api, { label: 'Ads, November', amount: 300, bin_id: MASTERCARD })
  const frozen = await createCard(api, { label: 'Ads, December', amount: 200 })
  await api.post(`/cards/${frozen.id}/freeze`)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByText('1–25 of 28').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('26–28 of 28').waitFor()
  assert.match(page.url(), /page=2/)

  await page.getByLabel('Search by label').fill('ads,')
  await page.getByText('1–2 of 2').waitFor()
  assert.match(page.url(), /label=ads/)
  assert.doesNotMatch(page.url(), /page=/, 'another list begins at its first page')
  assert.deepEqual(await labels(visitor), ['Ads, December', 'Ads, November'])
  await page.getByRole('columnheader', { name: 'Balance' }).getByRole('button').click()
  await page.waitForURL(/sort=balance&order=desc/)
  await page.locator('table[aria-busy=false]').waitFor()
  assert.deepEqual(await labels(visitor), ['Ads, November', 'Ads, December'])

  await page.getByRole('button', { name: 'Frozen' }).click()
  await page.getByText('1–1 of 1').waitFor()
  assert.deepEqual(await labels(visitor), ['Ads, December'])
  await page.getByLabel('BIN').selectOption(MASTERCARD)
  await page.getByText('No card matches').waitFor()
  const address = page.url()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByText('1–25 of 28').waitFor()

  await visitor.open(address)
  await page.getByText('No card matches').waitFor()
  assert.equal(await page.getByLabel('Search by label').inputValue(), 'ads,')
  await visitor.open('/cards')
  await page.getByText('1–25 of 28').waitFor()
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

test('without cards the list says how to begin; the dialog explains the BIN and creates what was asked for', async () => {
  const api = await dashboard.service.fundedWorkspace(500)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  await page.getByText('No cards yet').waitFor()
  await page.getByRole('button', { name: 'Create the first card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create card' })
  await dialog.getByText(/In the wallet: \$505\.06/).waitFor()
  await dialog.getByRole('button', { name: 'Create card' }).click()
  await dialog.getByText('Choose a BIN.').waitFor()
  await dialog.getByText('An amount from $1.00 to $5,000.00.').waitFor()

  await dialog.getByRole('button', { name: 'Mastercard' }).click()
  await dialog.getByRole('radio', { name: /Debit, United States/ }).check({ force: true })
  await dialog.getByText('It can be added to Apple Pay and Google Pay.').waitFor()
  await dialog.getByText(/\$5,000 a purchase, \$25,000 a month\.$/).waitFor()
  await dialog.getByLabel('Amount', { exact: true }).fill('600')
  await dialog.getByLabel('Label').fill('Hosting')
  await dialog.getByText('Limits, categories and metadata').click()
  await dialog.getByLabel('Spending limit a month').fill('1,250.50')
  await dialog.getByLabel('Freeze below').fill('20')
  await dialog.getByLabel('Search categories or type a four-digit code').fill('cloud')
  await dialog.getByRole('checkbox', { name: /Cloud hosting/ }).check()
  await dialog.getByLabel('Search categories or type a four-digit code').fill('7311')
  await dialog.getByRole('button', { name: /Add code 7311 \(advertising\)/ }).click()
  await dialog.getByRole('button', { name: 'Add a key' }).click()
  await dialog.getByLabel('Key 1', { exact: true }).fill('cost_center')
  await dialog.getByLabel('Kind of value 1').selectOption('number')
  await dialog.getByLabel('Value 1', { exact: true }).fill('4200')
  await visitor.assertAccessible()
  await visitor.expecting(400, async () => {
    await dialog.getByRole('button', { name: 'Create card' }).click()
    await dialog.getByText('The wallet balance is too low for this amount.').waitFor()
  })
  await dialog.getByLabel('Amount', { exact: true }).fill('120.50')
  await dialog.getByLabel('Amount', { exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Hosting' }).waitFor()

  const [listed] = (await api.get('/cards')).body.data
  assert.match(page.url(), new RegExp(listed.id))
  const card = await cardOf(api, listed.id)
  assert.equal(card.network, 'mastercard')
  assert.equal(card.balance, 120.5)
  assert.equal(card.spending_limit, 1250.5)
  assert.deepEqual(card.metadata, { cost_center: 4200 })
  await page.getByText('Code 7311').waitFor()
  await page.getByText('leaves less than $20.00').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a row freezes with an undo, and funds', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'Ads' })
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/cards')
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Ads' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Freeze')
  await page.getByText('Ads is frozen.').waitFor()
  await page.getByRole('cell', { name: 'Frozen', exact: true }).waitFor()
  assert.equal((await cardOf(api, card.id)).status, 'frozen')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Ads is active again.').waitFor()
  assert.equal((await cardOf(api, card.id)).status, 'active')

  await choose('Fund')
  const dialog = page.getByRole('dialog', { name: 'Fund Ads' })
  await dialog.getByLabel('Amount', { exact: true }).fill('25')
  await dialog.getByLabel('Amount', { exact: true }).press('Enter')
  await page.getByRole('table').getByText('$125.00').waitFor()
  assert.equal((await cardOf(api, card.id)).balance, 125)
  visitor.assertQuiet()
  await visitor.leave()
})

test('a number is shown after the password, for a minute, and gone when one looks away', async () => {
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
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.getByLabel('Password').fill(PASSWORD)
    await proof.getByRole('button', { name: 'Confirm' }).click()
  })
  const number = page.getByRole('definition').filter({ hasText: spaced })
  await number.waitFor()
  await page.getByText(details.cvv, { exact: true }).waitFor()
  await page.getByText(details.holder_name).waitFor()
  await page.getByText(details.billing_address.line1).waitFor()
  await page.getByRole('button', { name: 'Copy number' }).click()
  await page.getByText('Copied number').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), details.pan)
  // The browser's clock runs on between the jumps, so the first leaves time to look.
  await page.clock.fastForward(30_000)
  await page.getByText(/Hidden again in [12]?\d s/).waitFor()
  await number.waitFor()
  await page.clock.fastForward(30_000)
  await number.waitFor({ state: 'detached' })

  await reveal.click()
  await number.waitFor()
  await visitor.assertAccessible()
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await number.waitFor({ state: 'detached' })
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

/** Five minutes have passed since this person gave their password. */
async function ageSignIn(email: string): Promise<void> {
  const { database, credentials } = dashboard.service.services
  const rows = await database.transaction(
    (tx) => tx<{ token: string }[]>`
      update user_sessions set authenticated_at = now() - interval '5 minutes 1 second'
      where user_id = (select id from users where email = ${email}) returning token`,
  )
  for (const { token } of rows) credentials.forgetSession(token)
}

test('money goes to a card and back, each with an undo', async () => {
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
  await fund.getByText('An amount from $1.00').waitFor()
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

test('limits show the use of the month and are changed; metadata merges; the label has an undo', async () => {
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
  const bar = page.getByRole('progressbar', { name: /spending limit/ })
  assert.equal(await bar.getAttribute('aria-valuenow'), '40')
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
  await page.getByText('leaves less than $15.00').waitFor()
  await change('the allowed categories', async (dialog) => {
    await dialog.getByRole('checkbox', { name: /^Advertising/ }).check()
    await dialog.getByRole('textbox').fill('5817')
    await dialog.getByRole('textbox').press('Enter')
  })
  await page.getByText('Code 5817').waitFor()

  // Someone else adds a key while the dialog is open.
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
  await dialog.getByText('$100.00 goes back to the wallet at once.').waitFor()
  const confirm = dialog.getByRole('button', { name: 'Terminate card' })
  assert.ok(await confirm.isDisabled())
  const typed = dialog.getByRole('textbox')
  assert.ok(await typed.evaluate((field) => field === document.activeElement), 'the field has the focus')
  await typed.fill(card.last4)
  await typed.press('Enter')
  await page.getByText('This card is terminated for good.').waitFor()
  assert.equal((await cardOf(api, card.id)).status, 'terminated')
  assert.equal(await page.getByRole('button', { name: 'Fund' }).count(), 0)
  await visitor.assertAccessible()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a viewer sees a card and can do nothing to it', async () => {
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

test('a card that is not there says so', async () => {
  const visitor = await dashboard.signIn(await dashboard.service.fundedWorkspace())
  await visitor.expecting(404, async () => {
    await visitor.open('/cards/card_unknown')
    await visitor.page.getByText('This could not be loaded').waitFor()
  })
  visitor.assertQuiet()
  await visitor.leave()
})

test('on a phone nothing reaches beyond the screen', async () => {
  const api = await dashboard.service.fundedWorkspace()
  const card = await createCard(api, { label: 'A label that is rather long for a phone', metadata: { team: 'growth' } })
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  for (const path of [`/cards/${card.id}`, '/cards/import', '/cards']) {
    await visitor.open(path)
    await visitor.page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'detached' })
    await visitor.assertFitsItsScreen()
  }
  await visitor.page.getByRole('button', { name: 'Create card' }).click()
  await visitor.page.getByText('Accepted by 97% of merchants').waitFor()
  await visitor.assertFitsItsScreen()
  visitor.assertQuiet()
  await visitor.leave()
})

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

test('cards from a file: checked before, created line by line, waiting out the limit, with a result for each', async () => {
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
    page.getByRole('button', { name: 'Download a template' }).click(),
  ])
  assert.match(await readFile(await template.path(), 'utf8'), /^bin_id,amount,label,/)
  await visitor.assertAccessible()

  await page.getByLabel('Or paste the lines here').fill('bin_id,price\nx,1')
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByText('amount is missing').waitFor()
  await page
    .getByLabel(/Choose a CSV file/)
    .setInputFiles({ name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await page.getByText('4 to go, 2 left out').waitFor()
  await page.getByText('bin_id: there is no BIN “bin_none”.').waitFor()
  await page.getByText('amount: An amount from $1.00 to $5,000.00.').waitFor()
  await visitor.assertAccessible()

  await visitor.expecting(429, () => page.getByRole('button', { name: 'Create 4 cards' }).click())
  await page.getByText('The limit of creations a minute is reached.').waitFor()
  await page.getByText('2 created, 2 to go, 2 left out').waitFor()
  assert.equal((await api.get('/cards')).body.pagination.total, 2)
  // Stopped while it waits, left alone, and gone on with.
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('The limit of creations a minute is reached.').waitFor()
  await page.getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('dialog', { name: 'Stop creating cards?' }).getByRole('button', { name: 'Cancel' }).click()
  clock.ms += 60_000
  await visitor.expecting(400, () => page.clock.fastForward(60_000))
  await page.getByText('3 created, 1 failed, 2 left out').waitFor()
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
  const lines = (await readFile(await result.path(), 'utf8')).split('\r\n')
  assert.equal(lines[0], 'line,bin_id,amount,label,allowed_categories,metadata.Team,result,card_id,last4,message')
  assert.match(lines[1]!, new RegExp(`,created,${data[0].id},${data[0].last4},$`))
  assert.match(lines[2]!, /,invalid,,,/)
  assert.match(lines[5]!, /,failed,,,The wallet balance is too low/)
  await page.getByRole('link', { name: `•••• ${data[2].last4}` }).click()
  await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

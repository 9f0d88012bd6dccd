// The wallet: deposit addresses, the status of deposits, and every movement.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import makeCode from 'qrcode-generator'
import type { Api } from '../../server/test/harness.ts'
import { openDashboard } from './harness.ts'
import { textOf } from './visitor.ts'

const dashboard = await openDashboard({ DEPOSIT_FEE_BPS: '100' })
const { service } = dashboard

async function deposit(api: Api, currency: string, amount: string, confirm: boolean) {
  return (await api.post('/sandbox/deposits', { currency, amount_crypto: amount, confirm })).body
}

function darkSquares(text: string): number {
  const code = makeCode(0, 'M')
  code.addData(text)
  code.make()
  const all = Array.from({ length: code.getModuleCount() }, (_, index) => index)
  return all.flatMap((row) => all.filter((column) => code.isDark(row, column))).length
}

test('each currency shows its address, a QR code and a warning that names the network', async () => {
  const api = await service.workspace()
  const { addresses, min_deposit } = (await api.get('/wallet/deposit-address')).body
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/wallet')
  for (const [currency, warning, depth] of [
    ['usdt', 'Send only USDT, and only on Ethereum (ERC-20)', 12],
    ['btc', 'Send only BTC, and only on the Bitcoin network', 2],
    ['eth', 'Send only ETH or USDT, and only on Ethereum', 12],
    ['sol', 'Send only SOL, and only on Solana', 32],
  ] as const) {
    const code = currency.toUpperCase()
    await page.getByRole('group', { name: 'Currency', exact: true }).getByRole('button', { name: code }).click()
    await page.getByText(warning, { exact: true }).waitFor()
    await page.getByText(addresses[currency], { exact: true }).waitFor()
    await page.getByText(`${min_deposit[currency]} ${code}; smaller deposits are not credited`).waitFor()
    await page.getByText(`${depth} confirmations`).waitFor()
    const drawn = await page
      .getByRole('img', { name: `QR code of your ${code} address` })
      .locator('path')
      .getAttribute('d')
    assert.equal(drawn!.split('M').length - 1, darkSquares(addresses[currency]))
    await page.getByRole('button', { name: `Copy ${code} address` }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), addresses[currency])
  }
  await page.getByText('1%', { exact: true }).waitFor()
  await page.getByText('nobody controls').waitFor()
  await visitor.assertAccessible()
  visitor.assertQuiet()
})

test('a deposit shows its confirmations and is credited without a reload', async () => {
  const api = await service.workspace()
  const { id, tx_hash } = await deposit(api, 'eth', '0.5', false)
  await service.services.database.transaction(
    (tx) => tx`update deposits set confirmations = 5 where tx_hash = ${tx_hash}`,
  )
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/wallet')
  const row = page.getByRole('table', { name: 'Deposits' }).getByRole('row', { name: /0\.5 ETH/ })
  await row.getByText('5 of 12').waitFor()
  assert.equal(await row.getByRole('progressbar').getAttribute('aria-valuenow'), '5')
  await row.getByText('about $1,485.00').waitFor()

  await api.post(`/sandbox/deposits/${id}/confirm`)
  await row.getByText('Confirmed').waitFor()
  await row.getByText('12 of 12').waitFor()
  await row.getByText('+$1,485.00').waitFor()
  await row.getByRole('button', { name: 'Copy transaction hash' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), tx_hash)

  await row.getByRole('button', { name: '0.5 ETH' }).click()
  const sheet = page.getByRole('dialog', { name: 'Deposit' })
  await sheet.getByText(tx_hash).waitFor()
  await sheet.getByText('$15.00').waitFor()
  await visitor.assertAccessible()
  assert.equal(new URL(page.url()).searchParams.get('deposit'), id)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  visitor.assertQuiet()
})

test('the address holds the filters of the list of deposits', async () => {
  const api = await service.workspace()
  await deposit(api, 'usdt', '100', true)
  await deposit(api, 'btc', '0.01', false)
  await deposit(api, 'usdt', '3', false)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/wallet?status=expired')
  const table = page.getByRole('table', { name: 'Deposits' })
  await table.getByText('3 USDT').waitFor()
  assert.equal(await table.getByRole('row').count(), 1 + 1)
  await page.getByLabel('Status').selectOption('pending')
  await table.getByText('0.01 BTC').waitFor()
  await page.getByLabel('Deposited currency').selectOption('sol')
  await page.getByText('No deposits match').waitFor()
  await page.getByRole('button', { name: 'Show all deposits' }).click()
  await table.getByText('100 USDT').waitFor()
  assert.equal(new URL(page.url()).search, '')
  visitor.assertQuiet()
})

test('every movement is listed, and the export matches the API', async () => {
  const api = await service.workspace()
  await deposit(api, 'usdt', '1000', true)
  const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 90 })
  await api.delete(`/cards/${card.id}`)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/wallet')
  await page.getByRole('button', { name: 'All movements' }).click()
  const table = page.getByRole('table', { name: 'Movements of the wallet' })
  await table.getByText('Balance of a terminated card returned').waitFor()
  const [, ...rows] = await table.getByRole('row').allInnerTexts()
  assert.deepEqual(
    rows.map((row) => row.split(/\s*\t\s*/).slice(2, 4)),
    [
      ['+$90.00', '$990.00'],
      ['-$90.00', '$900.00'],
      ['+$990.00', '$990.00'],
    ],
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const told = await fetch(`${service.url}/v1/wallet/transactions?format=csv`, {
    headers: { authorization: `Bearer ${api.key}` },
  })
  assert.equal(await textOf(file), await told.text())
  visitor.assertQuiet()
})

test('without nodes, the production wallet says what is missing, and the wallet fits a phone', async () => {
  const api = await service.workspace()
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  const { page } = visitor
  await visitor.open('/wallet')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await visitor.assertFitsItsScreen()
  await visitor.expecting(400, async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Production' }).click()
    await page.keyboard.press('Escape')
    await page.getByText('Deposits are not set up on this installation').waitFor()
  })
  await page.getByText('No deposits yet').waitFor()
  visitor.assertQuiet()
})

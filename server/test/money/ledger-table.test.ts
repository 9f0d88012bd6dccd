// The books as tables that anyone can audit: the operation, its response, and the state of the card and the workspace
// afterwards. Amounts are dollars. A column that is left out has the same value as in the row above.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '../../src/ids.ts'
import { type Api, startTestService } from '../harness.ts'
import { assertConserved, booksOf, cents, newCard, ok, ownerOf, shop, summaryOf } from './books.ts'

const service = await startTestService()
const owner = ownerOf(service)

type Scene = { api: Api; cards: Map<string, string>; ids: Map<string, string> }

/** Runs one step, which is a verb, an object and an amount, and returns a word for the response. */
async function act(scene: Scene, [verb, name, amountText]: string[]): Promise<string> {
  const { api, cards, ids } = scene
  const amount = amountText === undefined || amountText === '-' ? undefined : Number(amountText)
  const card = cards.get(verb === 'hold' || verb === 'force' || verb === 'credit' ? name!.split('/')[0]! : name!)
  const label = name!.split('/')[1] ?? name!
  const some = amount === undefined ? {} : { amount }
  switch (verb) {
    case 'deposit': {
      // The amount is the credited amount. The fee of one per cent is added to it.
      const gross = (amount! / 0.99).toFixed(6)
      return ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: gross, confirm: true }), 201)
        .credited_usd === amount
        ? 'credited'
        : 'another amount'
    }
    case 'create':
      cards.set(name!, await newCard(api, amount!))
      return 'active'
    case 'limit':
      ok(await api.patch(`/cards/${card}`, { spending_limit: amount }))
      return 'set'
    case 'fund':
    case 'withdraw': {
      const answer = await api.post(`/cards/${card}/${verb}`, { amount })
      return answer.status === 200 ? 'moved' : answer.body.error
    }
    case 'terminate':
      return `refunded ${ok(await api.delete(`/cards/${card}`)).refunded_amount.toFixed(2)}`
    case 'hold': {
      const body = ok(await api.post('/sandbox/authorizations', { card_id: card, amount, merchant: shop }), 201)
      ids.set(label, body.transaction.id)
      return body.approved ? 'approved' : body.decline_reason
    }
    case 'increment': {
      const body = ok(await api.post(`/sandbox/authorizations/${ids.get(name!)}/increment`, { amount }), 201)
      return body.approved ? 'approved' : body.decline_reason
    }
    case 'settle':
    case 'capture': {
      const answer = await api.post(`/sandbox/authorizations/${ids.get(label.split('=')[0]!)}/settle`, {
        ...some,
        final: verb === 'settle',
      })
      ids.set(name!.split('=')[1] ?? `${name}'s`, answer.body.id)
      return answer.status === 201 ? 'settled' : answer.body.error
    }
    case 'force':
      ids.set(label, ok(await api.post('/sandbox/settlements', { card_id: card, amount, merchant: shop }), 201).id)
      return 'settled'
    case 'refund': {
      const answer = await api.post('/sandbox/refunds', { transaction_id: ids.get(name!), ...some })
      return answer.status === 201 ? 'refunded' : answer.body.error
    }
    case 'credit':
      ok(await api.post('/sandbox/refunds', { card_id: card, amount, merchant: shop }), 201)
      return 'refunded'
    case 'reverse':
    case 'expire': {
      const answer = await api.post(`/sandbox/authorizations/${ids.get(name!)}/${verb}`, some)
      return answer.status === 200 ? answer.body.authorization_status : answer.body.error
    }
    case 'month':
      return nextMonth(api, Number(name))
    default:
      throw new Error(`no such step: ${verb}`)
  }
}

/** Moves the clock to noon of the given day of the next month. */
async function nextMonth(api: Api, day: number): Promise<string> {
  const now = new Date(ok(await api.get('/sandbox/clock')).now)
  const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, 12)
  ok(await api.post('/sandbox/clock/advance', { seconds: Math.floor((then - now.getTime()) / 1000) }))
  return 'passed'
}

/** Returns the values that a row may claim. Card values are those of the named card, or of the only one. */
async function shown(scene: Scene, cardName: string): Promise<Record<string, number>> {
  const card = scene.cards.get(cardName)!
  const [summary, books] = [await summaryOf(scene.api, card), await booksOf(owner, card)]
  const [row] =
    await owner`select available_cents, held_cents, overdraft_cents, month_used_cents from cards where id = ${parseId('card', card)!.uuid}`
  assert.equal(
    cents(summary.balance),
    Number(row!.available_cents - row!.overdraft_cents),
    'the balance is available less overdraft',
  )
  assert.equal(cents(summary.held), Number(row!.held_cents))
  assertConserved(books)
  return {
    available: Number(row!.available_cents),
    held: Number(row!.held_cents),
    overdraft: Number(row!.overdraft_cents),
    used: Number(row!.month_used_cents),
    spent: cents(summary.total_spent),
    wallet: Number(books.wallet_cents),
    owed: Number(books.owed_cents),
    network: Number(books.network_settlement_cents),
  }
}

/** Runs the table. Each line is `verb name amount | response | column value, column value …`. */
async function play(table: string): Promise<void> {
  const scene: Scene = { api: await service.workspace(), cards: new Map(), ids: new Map() }
  let claimed: Record<string, number> = {}
  const lines = table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  for (const [index, line] of lines.entries()) {
    const [step, answer, columns = ''] = line.split('|').map((part) => part.trim())
    assert.equal(await act(scene, step!.split(/\s+/)), answer, `line ${index + 1}: ${line}`)
    const ofCard = /@(\w+)/.exec(columns)?.[1] ?? [...scene.cards.keys()].at(-1)
    if (ofCard === undefined) continue
    for (const [, name, value] of columns.matchAll(/(\w+) +(-?[\d.]+)/g))
      claimed = { ...claimed, [name!]: cents(Number(value)) }
    const all = await shown(scene, ofCard)
    const actual = Object.fromEntries(Object.keys(claimed).map((name) => [name, all[name]]))
    assert.deepEqual(actual, claimed, `line ${index + 1}: ${line}`)
  }
  await service.audit()
}

const tables: Record<string, string> = {
  'a hold settles below, at and above its amount': `
    deposit   usdt     990.00 | credited
    create    card     100.00 | active             | available 100.00  held  0.00  overdraft 0.00  wallet 890.00  network   0.00  spent   0.00
    hold      card/h1   60.00 | approved           | available  40.00  held 60.00
    settle    h1        70.00 | settled            | available  30.00  held  0.00                                 network  70.00  spent  70.00
    hold      card/h2   30.00 | approved           | available   0.00  held 30.00
    hold      card/no    0.01 | insufficient_funds
    settle    h2            - | settled            | available   0.00  held  0.00                                 network 100.00  spent 100.00
    fund      card      50.00 | moved              | available  50.00                          wallet 840.00
    hold      card/h3   50.00 | approved           | available   0.00  held 50.00
    settle    h3        20.00 | settled            | available  30.00  held  0.00                                 network 120.00  spent 120.00
    settle    h3         1.00 | invalid_state
    withdraw  card      30.01 | insufficient_funds
    withdraw  card      30.00 | moved              | available   0.00                          wallet 870.00`,

  'a hold is captured several times': `
    deposit   usdt     990.00 | credited
    create    card     100.00 | active             | available 100.00  held  0.00  wallet 890.00  network  0.00
    hold      card/h1   60.00 | approved           | available  40.00  held 60.00
    capture   h1        25.00 | settled            | available  40.00  held 35.00                 network 25.00
    increment h1        10.00 | approved           | available  30.00  held 45.00
    capture   h1        40.00 | settled            | available  30.00  held  5.00                 network 65.00
    capture   h1        15.00 | settled            | available  20.00  held  0.00                 network 80.00
    capture   h1            - | invalid_amount
    reverse   h1            - | invalid_state
    increment h1         4.00 | approved           | available  16.00  held  4.00
    settle    h1         1.00 | settled            | available  19.00  held  0.00                 network 81.00`,

  'a hold can settle after partial reversals and after its expiry': `
    deposit   usdt     990.00 | credited
    create    card     100.00 | active             | available 100.00  held  0.00  overdraft  0.00  network   0.00
    hold      card/h1   60.00 | approved           | available  40.00  held 60.00
    reverse   h1        70.00 | invalid_amount
    reverse   h1        25.00 | pending            | available  65.00  held 35.00
    reverse   h1            - | reversed           | available 100.00  held  0.00
    settle    h1            - | invalid_amount
    settle    h1        60.00 | settled            | available  40.00  held  0.00                  network  60.00
    hold      card/h2   40.00 | approved           | available   0.00  held 40.00
    expire    h2            - | expired            | available  40.00  held  0.00
    expire    h2            - | expired            | available  40.00  held  0.00
    capture   h2        30.00 | settled            | available  10.00  held  0.00                  network  90.00
    settle    h2        30.00 | settled            | available   0.00  overdraft 20.00             network 120.00`,

  'refunds and fundings repay an overdraft first': `
    deposit   usdt     990.00 | credited
    create    card     100.00 | active             | available 100.00  overdraft   0.00  wallet 890.00  network   0.00  spent   0.00
    force     card/s1  250.00 | settled            | available   0.00  overdraft 150.00                 network 250.00  spent 250.00
    hold      card/no    0.01 | insufficient_funds
    withdraw  card       0.01 | insufficient_funds
    refund    s1        60.00 | refunded           | available   0.00  overdraft  90.00                 network 190.00  spent 190.00
    fund      card      70.00 | moved              | available   0.00  overdraft  20.00  wallet 820.00
    credit    card      50.00 | refunded           | available  30.00  overdraft   0.00                 network 140.00  spent 140.00
    refund    s1       190.01 | invalid_amount
    refund    s1            - | refunded           | available 220.00  overdraft   0.00                 network -50.00  spent -50.00`,

  'the wallet pays the overdraft of a terminated card, and the rest is owed and taken from the next credits': `
    deposit   usdt      99.00 | credited
    create    a         49.00 | active             | available 49.00  held 0.00  overdraft   0.00  wallet 50.00  owed   0.00  network   0.00
    force     a/s1     249.00 | settled            | available  0.00             overdraft 200.00                             network 249.00
    terminate a             - | refunded 0.00      |                             overdraft   0.00  wallet  0.00  owed 150.00
    terminate a             - | refunded 0.00
    fund      a          1.00 | card_terminated
    deposit   usdt      99.00 | credited           |                                               wallet  0.00  owed  51.00
    refund    s1        30.00 | refunded           |                                               wallet  0.00  owed  21.00  network 219.00
    deposit   usdt      49.50 | credited           |                                               wallet 28.50  owed   0.00`,

  'the held money of a terminated card settles or returns to the wallet': `
    deposit   usdt     495.00 | credited
    create    a        100.00 | active             | available 100.00  held  0.00  wallet 395.00  owed 0.00  network   0.00
    hold      a/h1      30.00 | approved           | available  70.00  held 30.00
    hold      a/h2      20.00 | approved           | available  50.00  held 50.00
    hold      a/h3      10.00 | approved           | available  40.00  held 60.00
    terminate a             - | refunded 40.00     | available   0.00  held 60.00  wallet 435.00
    settle    h1        25.00 | settled            | available   0.00  held 30.00  wallet 440.00             network  25.00
    reverse   h2         5.00 | pending            | available   0.00  held 25.00  wallet 445.00
    reverse   h2            - | reversed           | available   0.00  held 10.00  wallet 460.00
    expire    h3            - | expired            | available   0.00  held  0.00  wallet 470.00
    settle    h3        15.00 | settled            | available   0.00  held  0.00  wallet 455.00             network  40.00
    force     a/s1     500.00 | settled            | available   0.00  held  0.00  wallet   0.00  owed 45.00 network 540.00
    refund    s1       100.00 | refunded           | available   0.00  held  0.00  wallet  55.00  owed  0.00 network 440.00`,

  'the monthly limit counts holds and settlements above, late or forced, and refunds do not restore it': `
    deposit   usdt    1980.00 | credited
    create    card     900.00 | active             | available 900.00  held   0.00  used   0.00
    limit     card     100.00 | set
    hold      card/h1   60.00 | approved           | available 840.00  held  60.00  used  60.00
    hold      card/no   40.01 | spending_limit_exceeded
    reverse   h1        10.00 | pending            | available 850.00  held  50.00  used  50.00
    settle    h1        30.00 | settled            | available 870.00  held   0.00  used  30.00
    hold      card/h2   20.00 | approved           | available 850.00  held  20.00  used  50.00
    settle    h2        25.00 | settled            | available 845.00  held   0.00  used  55.00
    force     card/s1   15.00 | settled            | available 830.00               used  70.00
    refund    s1            - | refunded           | available 845.00               used  70.00
    hold      card/h3   30.00 | approved           | available 815.00  held  30.00  used 100.00
    hold      card/no    0.01 | spending_limit_exceeded
    expire    h3            - | expired            | available 845.00  held   0.00  used  70.00
    settle    h3        30.00 | settled            | available 815.00  held   0.00  used 100.00
    hold      card/no    0.01 | spending_limit_exceeded`,

  'the monthly limit resets in a new month, and only amounts that the month counted are restored in it': `
    deposit   usdt    1980.00 | credited
    month     27              | passed
    create    card     900.00 | active             | available 900.00  held   0.00  used   0.00
    limit     card     100.00 | set
    hold      card/h1   70.00 | approved           | available 830.00  held  70.00  used  70.00
    hold      card/h2   30.00 | approved           | available 800.00  held 100.00  used 100.00
    month     1               | passed
    hold      card/h3   80.00 | approved           | available 720.00  held 180.00  used  80.00
    reverse   h1            - | reversed           | available 790.00  held 110.00  used  80.00
    hold      card/no   20.01 | spending_limit_exceeded
    settle    h2        35.00 | settled            | available 785.00  held  80.00  used  85.00
    reverse   h3            - | reversed           | available 865.00  held   0.00  used   5.00`,

  'the reversal of an increment in the following month restores only the increment': `
    deposit   usdt    1980.00 | credited
    month     27              | passed
    create    card     900.00 | active             | available 900.00  held   0.00  used   0.00
    limit     card     100.00 | set
    hold      card/h1   70.00 | approved           | available 830.00  held  70.00  used  70.00
    month     1               | passed
    increment h1        90.00 | approved           | available 740.00  held 160.00  used  90.00
    hold      card/no   10.01 | spending_limit_exceeded
    reverse   h1            - | reversed           | available 900.00  held   0.00  used   0.00
    hold      card/h2  100.00 | approved           | available 800.00  held 100.00  used 100.00`,
}

for (const [name, table] of Object.entries(tables)) test(name, () => play(table))

test('holds expire after seven days, and after thirty for lodging, in order and dated at their due time', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 300)
  const hold = async (amount: number, mcc: string) =>
    ok(await api.post('/sandbox/authorizations', { card_id: card, amount, merchant: { ...shop, mcc } }), 201)
      .transaction
  const [plain, hotel, rental] = [await hold(10, '7311'), await hold(20, '7011'), await hold(30, '7512')]
  const held = async (seconds: number) => {
    ok(await api.post('/sandbox/clock/advance', { seconds }))
    return (await summaryOf(api, card)).held
  }
  const DAY = 86_400
  assert.equal(await held(7 * DAY - 60), 60)
  assert.equal(await held(60), 50)
  assert.equal(await held(23 * DAY - 60), 50)
  assert.equal(await held(60), 0)
  for (const [each, days] of [
    [plain, 7],
    [hotel, 30],
    [rental, 30],
  ] as const) {
    const full = ok(await api.get(`/transactions/${each.id}`))
    const expired = full.authorization_timeline.at(-1)
    assert.deepEqual([full.authorization_status, expired.event, expired.amount], ['expired', 'expired', -each.amount])
    assert.equal(Date.parse(expired.created_at) - Date.parse(each.created_at), days * DAY * 1000)
  }
  await service.audit()
})

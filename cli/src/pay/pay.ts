// pay: a headless browser that types the card of an approved spend request into a payment page. The number goes from the
// service to the page through the memory of this process; it is never printed, logged, stored or shown in a picture.

import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Call, Command } from '../command.ts'
import { CommandError, UsageError } from '../failures.ts'
import { seconds } from '../option-value.ts'
import type { Cardwright } from '../sdk.ts'
import { type AllowList, allowListOf } from './allow-list.ts'
import { fillCard, submit } from './fill-fields.ts'
import { explainMissing, type Fields, findFields, isAllowed, notAllowed } from './find-fields.ts'
import { openBrowser } from './open-browser.ts'
import { payFailure, withoutQuotes } from './pay-failure.ts'
import { newestDecline, waitForResult } from './wait-for-result.ts'

const DEFAULT_SECONDS = 180
const MAX_SECONDS = 900
/** A page without fields after this time counts as having none. */
const FIELDS_WITHIN_MS = 20_000
const LOOK_AGAIN_MS = 250
/** The limit for one action of the browser, such as typing into a field. */
const MAX_STEP_MS = 30_000
const SCOPES = ['spend_requests:read', 'transactions:read', 'details:read'] as const

export const pay: Command = {
  name: 'pay',
  summary: 'type the card of an approved spend request into a payment page, and pay',
  options: {
    request: { kind: 'text', value: 'SPR', required: true, help: 'the spend request; it must be approved' },
    page: { kind: 'text', value: 'URL', required: true, help: 'the payment page' },
    allow: { kind: 'texts', value: 'HOST', help: 'a host that may be given the card, as often as wanted' },
    timeout: { kind: 'text', value: 'DURATION', help: 'for everything together, such as 90s or 5m; 3m when left out' },
    'dry-run': { kind: 'flag', help: 'look for the fields, read no number, type nothing' },
    'no-sandbox': { kind: 'flag', help: "without Chromium's own sandbox, which root does not get" },
  },
  notes: `The key must be one of its own, not the agent's: of the kind standard, with the scopes ${SCOPES.join(', ')}.
CARDWRIGHT_PAY_ALLOW holds the hosts that may be given a card (commas between them); then --allow can only choose among them, and
the address of the service cannot be given as an option. Hosts are exact, over https; over http only on this machine.
When the page asks for a passcode, a line says so, and the passcode is read from standard input.
Chromium is looked for on the PATH, or where CARDWRIGHT_PAY_BROWSER says; the package playwright-core must be installed.
Exit codes: 0 paid, 1 failed, 2 called wrongly, 3 declined, 4 the page is not allowed, 5 no fields found, 6 a passcode is
needed, 7 out of time (look at the request before you try again).`,
  async run(call) {
    const { page: address, request: requestId } = call.params() as { page: string; request: string }
    const allowed = allowedIn(call)
    const leftMs = countdown(call.text('timeout'))
    if (!URL.canParse(address)) throw new UsageError('--page must be an address, such as https://shop.example.com/pay')
    if (!allowed.allows(address))
      throw payFailure('page_not_allowed', 'the host of --page may not be filled; see --allow')
    const client = call.client()
    await checkKey(client)
    const cardId = await cardOf(client, requestId)
    const browser = await openBrowser({ hasSandbox: !call.flag('no-sandbox') })
    try {
      const page = await browser.newPage({ acceptDownloads: false })
      page.setDefaultTimeout(Math.max(1, Math.min(MAX_STEP_MS, leftMs())))
      const fields = await openPage(page, address, allowed, leftMs)
      if (call.flag('dry-run')) return tellFields(call, requestId, fields)
      await payOn(call, { client, page, fields, allowed, requestId, cardId, leftMs })
    } finally {
      await browser.close().catch(() => {})
    }
  },
}

/** The variable protects a key: an agent that can choose the options must not send the key to another service. */
function allowedIn(call: Call): AllowList {
  const owned = process.env.CARDWRIGHT_PAY_ALLOW
  if (owned && call.text('base-url') !== undefined)
    throw new UsageError('--base-url is not taken where CARDWRIGHT_PAY_ALLOW is set')
  return allowListOf((call.params().allow as string[] | undefined) ?? [], owned)
}

function countdown(given: string | undefined): () => number {
  const allowed = given === undefined ? DEFAULT_SECONDS : seconds(given)
  if (allowed < 1 || allowed > MAX_SECONDS) throw new UsageError('--timeout must be between 1s and 15m')
  const until = performance.now() + allowed * 1_000
  return () => until - performance.now()
}

async function checkKey(client: Cardwright): Promise<void> {
  const { kind, scopes } = await client.keys.self()
  if (kind === 'agent')
    throw new CommandError("an agent's key reads no number; give pay a key of its own: cardwright pay --help")
  const missing = SCOPES.filter((scope) => !scopes.includes(scope))
  if (missing.length > 0) throw new CommandError(`the key lacks what pay needs: ${missing.join(', ')}`)
}

async function cardOf(client: Cardwright, requestId: string): Promise<string> {
  const { status, card_id } = await client.spendRequests.get(requestId)
  if (status === 'approved' && card_id !== null) return card_id
  throw new CommandError(`the spend request is ${status}; only an approved one can be paid`)
}

/** Opens the page and finds its fields. The final address is checked, not only the first one. */
async function openPage(page: Page, address: string, allowed: AllowList, leftMs: () => number): Promise<Fields> {
  return withoutQuotes('the payment page could not be opened', async () => {
    await page.goto(address, { waitUntil: 'domcontentloaded', timeout: Math.max(1, leftMs()) })
    const until = performance.now() + Math.min(FIELDS_WITHIN_MS, leftMs())
    for (;;) {
      if (!isAllowed(page.mainFrame(), allowed)) throw notAllowed(page.mainFrame())
      const fields = await findFields(page, allowed)
      if (fields) return fields
      if (performance.now() > until) return await explainMissing(page, allowed)
      await pause(LOOK_AGAIN_MS)
    }
  })
}

function tellFields(call: Call, requestId: string, fields: Fields): void {
  const names = Object.keys(fields)
  call.out.happening(
    { step: 'ready', spend_request_id: requestId, fields: names },
    `The page can be filled: ${names.join(', ')}. Nothing was typed.`,
  )
}

type Payment = {
  client: Cardwright
  page: Page
  fields: Fields
  allowed: AllowList
  requestId: string
  cardId: string
  leftMs(): number
}

async function payOn(call: Call, payment: Payment): Promise<void> {
  const { client, page, fields, allowed, requestId, cardId } = payment
  const ids = { spend_request_id: requestId, card_id: cardId }
  const lastDecline = await newestDecline(client, cardId)
  const card = await client.cards.details(cardId)
  await withoutQuotes('the card could not be typed into the page', async () => {
    await fillCard(fields, card, allowed)
    await submit(page, fields.number!, allowed)
  })
  call.out.happening({ step: 'submitted', ...ids }, 'The page was filled and submitted.')
  const onPasscodeNeeded = () =>
    call.out.happening({ step: 'passcode_needed', ...ids }, 'The page asks for a passcode: write it here.')
  await waitForResult({ ...payment, lastDecline, onPasscodeNeeded })
  call.out.happening({ step: 'paid', ...ids }, 'Paid.')
}

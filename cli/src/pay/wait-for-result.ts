// Finds the outcome of a payment. The issuer decides it: the request is `used` once the card was charged, and a decline is among
// the card's transactions. What the page shows is not trusted.

import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Cardwright } from '../sdk.ts'
import type { AllowList } from './allow-list.ts'
import { fill, submit } from './fill-fields.ts'
import { findPasscodeField, isAllowed, notAllowed } from './find-fields.ts'
import { PasscodeInput } from './passcode-input.ts'
import { payFailure, withoutQuotes } from './pay-failure.ts'

const ASK_AGAIN_MS = 1_000
/** As many as banks usually allow. */
const MAX_PASSCODES = 3
/** After the charge, a page may still have something to do, such as showing the order. */
const SETTLE_MS = 5_000

export type Purchase = {
  client: Cardwright
  page: Page
  /** Where passcodes are read from. */
  input: Readable
  allowed: AllowList
  requestId: string
  cardId: string
  /** The newest decline before the page was submitted; null when there was none. */
  lastDecline: string | null
  leftMs(): number
  onPasscodeNeeded(): void
}

/** Resolves once the card was charged; any other end is a failure. */
export async function waitForResult(purchase: Purchase): Promise<void> {
  const input = new PasscodeInput(purchase.input)
  try {
    for (let passcodes = 0; purchase.leftMs() > 0; ) {
      if (await isPaid(purchase)) return await settle(purchase.page)
      if (passcodes < MAX_PASSCODES && (await answerPasscode(purchase, input))) passcodes += 1
      await pause(Math.min(ASK_AGAIN_MS, Math.max(0, purchase.leftMs())))
    }
    throw payFailure('timed_out', 'the card was not charged in time; look at the request before you try again')
  } finally {
    input.close()
  }
}

async function isPaid({ client, requestId, cardId, lastDecline }: Purchase): Promise<boolean> {
  const { status } = await client.spendRequests.get(requestId)
  if (status === 'used') return true
  if (status !== 'approved')
    throw payFailure('declined', `the spend request is ${status}; its card cannot pay any more`)
  const declined = await newestDecline(client, cardId)
  if (declined !== null && declined !== lastDecline)
    throw payFailure('declined', `the card was declined; the reasons: cardwright transactions explain ${declined}`)
  return false
}

export async function newestDecline(client: Cardwright, cardId: string): Promise<string | null> {
  const { data } = await client.transactions.list({ card_id: cardId, type: 'decline', per_page: 1 })
  return data[0]?.id ?? null
}

/** True when a passcode was asked for and typed. */
async function answerPasscode(purchase: Purchase, input: PasscodeInput): Promise<boolean> {
  const { page, allowed, leftMs, onPasscodeNeeded } = purchase
  const asking = await findPasscodeField(page).catch(() => undefined)
  if (!asking) return false
  if (!isAllowed(asking.frame, allowed)) throw notAllowed(asking.frame)
  onPasscodeNeeded()
  const passcode = await input.next(leftMs())
  await withoutQuotes('the passcode could not be typed into the page', async () => {
    await fill(asking, passcode, allowed)
    await submit(page, asking, allowed)
  })
  await asking.element.waitForElementState('hidden', { timeout: Math.max(1, leftMs()) }).catch(() => {})
  return true
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => {})
}

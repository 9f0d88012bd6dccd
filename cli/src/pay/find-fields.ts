// Finds the card fields of a page, by the standard autocomplete attribute or else by common field names.

import type { ElementHandle, Frame, Page } from 'playwright-core'
import type { AllowList } from './allow-list.ts'
import { payFailure } from './pay-failure.ts'

export type FieldName = 'number' | 'expiry' | 'month' | 'year' | 'cvv' | 'holder'
export type Found = { frame: Frame; element: ElementHandle }
export type Fields = Partial<Record<FieldName, Found>>

const SELECTORS: Record<FieldName, readonly string[]> = {
  number: [
    '[autocomplete~="cc-number" i]',
    ...named('cardnumber', 'card-number', 'card_number', 'ccnumber'),
    '[name="pan" i]',
  ],
  expiry: ['[autocomplete~="cc-exp" i]', ...named('expiry', 'expiration', 'exp-date', 'exp_date', 'expdate')],
  month: ['[autocomplete~="cc-exp-month" i]', ...named('exp-month', 'exp_month', 'expmonth')],
  year: ['[autocomplete~="cc-exp-year" i]', ...named('exp-year', 'exp_year', 'expyear')],
  cvv: ['[autocomplete~="cc-csc" i]', ...named('cvv', 'cvc', 'csc', 'security-code', 'security_code', 'securitycode')],
  holder: ['[autocomplete~="cc-name" i]', ...named('cardholder', 'card-name', 'card_name', 'nameoncard')],
}
const PASSCODE = ['[autocomplete~="one-time-code" i]', ...named('passcode', 'one-time'), '[name="otp" i]']
const MAX_FRAMES = 50
const MAX_CANDIDATES = 20

/** Leaves out gift cards, which have a number too. */
function named(...names: string[]): string[] {
  return names.flatMap((name) =>
    [`[name*="${name}" i]`, `[id*="${name}" i]`].map((each) => `${each}:not([name*="gift" i])`),
  )
}

/** The card fields in allowed frames. Undefined while the page does not have all that are needed. */
export async function findFields(page: Page, allowed: AllowList): Promise<Fields | undefined> {
  const frames = page.frames().slice(0, MAX_FRAMES)
  const fields = await fieldsIn(frames.filter((frame) => isAllowed(frame, allowed)))
  return isComplete(fields) ? fields : undefined
}

/** Throws the reason why no card can be typed here: the fields are on another host, or there are none. */
export async function explainMissing(page: Page, allowed: AllowList): Promise<never> {
  const others = page.frames().filter((frame) => !isAllowed(frame, allowed))
  const { number } = await fieldsIn(others.slice(0, MAX_FRAMES))
  if (number) throw notAllowed(number.frame)
  throw payFailure('fields_not_found', 'the page shows no fields for number, expiry and security code')
}

export function isComplete({ number, expiry, month, year, cvv }: Fields): boolean {
  return number !== undefined && cvv !== undefined && (expiry !== undefined || (month && year) !== undefined)
}

/** Finds an empty passcode field; a filled one is still being submitted. Some banks ask in a separate window. */
export async function findPasscodeField(page: Page): Promise<Found | undefined> {
  const frames = page
    .context()
    .pages()
    .flatMap((each) => each.frames())
  const found = await firstOf(frames.slice(0, MAX_FRAMES), PASSCODE)
  return found && (await found.element.inputValue()) === '' ? found : undefined
}

/** The frame and every page around it. A frame without an address of its own (srcdoc, data) is not allowed. */
export function isAllowed(frame: Frame, allowed: AllowList): boolean {
  for (let each: Frame | null = frame; each; each = each.parentFrame()) if (!allowed.allows(each.url())) return false
  return true
}

/** Names only the host, since the path may hold a secret of the shop. */
export function notAllowed(frame: Frame): Error {
  const address = frame.url()
  const { protocol, host } = URL.canParse(address) ? new URL(address) : { protocol: '', host: '' }
  const place = host === '' ? 'a frame without an address' : `${protocol}//${host}`
  return payFailure('page_not_allowed', `${place}, or a page around it, may not be filled; see --allow`)
}

async function fieldsIn(frames: readonly Frame[]): Promise<Fields> {
  const fields: Fields = {}
  for (const name of Object.keys(SELECTORS) as FieldName[]) {
    const found = await firstOf(frames, SELECTORS[name])
    if (found) fields[name] = found
  }
  return fields
}

async function firstOf(frames: readonly Frame[], selectors: readonly string[]): Promise<Found | undefined> {
  for (const selector of selectors)
    for (const frame of frames) {
      const element = await fillable(frame, `:is(input, select)${selector}`)
      if (element) return { frame, element }
    }
  return undefined
}

async function fillable(frame: Frame, selector: string): Promise<ElementHandle | undefined> {
  // A frame that is removed meanwhile has no fields.
  const elements = await frame.$$(selector).catch(() => [])
  for (const element of elements.slice(0, MAX_CANDIDATES))
    if ((await element.isVisible()) && (await element.isEnabled())) return element
  return undefined
}

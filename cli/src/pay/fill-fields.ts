// Types a card into the fields of a page. The page is checked again before each field, since it may have navigated meanwhile.

import type { ElementHandle, Frame, Page } from 'playwright-core'
import { CommandError } from '../failures.ts'
import type { AllowList } from './allow-list.ts'
import { type Fields, type Found, isAllowed, notAllowed } from './find-fields.ts'
import { payFailure } from './pay-failure.ts'

export type Card = { pan: string; cvv: string; exp_month: number; exp_year: number; holder_name: string }

type Input = { tagName: string; type: string; maxLength: number; placeholder: string }
type Element = { getAttribute(name: string): string | null; baseURI: string }

export async function fillCard(fields: Fields, card: Card, allowed: AllowList): Promise<void> {
  await fill(fields.number!, card.pan, allowed)
  if (fields.month && fields.year) await fillMonthAndYear(fields.month, fields.year, card, allowed)
  else await fill(fields.expiry!, expiryFor(await inputOf(fields.expiry!), card), allowed)
  if (fields.holder) await fill(fields.holder, card.holder_name, allowed)
  await fill(fields.cvv!, card.cvv, allowed)
}

/** An element belongs to one document, and a document never changes its origin, so what was checked is what is filled. */
export async function fill(found: Found, text: string, allowed: AllowList): Promise<void> {
  await judge(found, allowed)
  const { tagName } = await inputOf(found)
  if (tagName === 'SELECT') return void (await found.element.selectOption(text))
  await found.element.fill(text)
  if (lettersOf(await found.element.inputValue()) !== lettersOf(text))
    throw new CommandError('a field of the page did not take what was typed')
}

/** Checks the address that the browser reports and the one that the document itself reports. */
async function judge({ frame, element }: Found, allowed: AllowList): Promise<void> {
  const own = await element.evaluate(() => (globalThis as unknown as { location: { href: string } }).location.href)
  if (!isAllowed(frame, allowed) || !allowed.allows(own)) throw notAllowed(frame)
  const form = await formOf(element)
  if (form) await checkTarget(form, 'action', allowed)
}

async function formOf(element: ElementHandle): Promise<ElementHandle | null> {
  return (await element.evaluateHandle((field) => (field as unknown as { form: unknown }).form)).asElement()
}

/** Checks the target of a form or a button. Without the attribute, the target is the page itself. */
async function checkTarget(element: ElementHandle, attribute: 'action' | 'formaction', allowed: AllowList) {
  const [target, base] = await element.evaluate((each, name) => {
    const { baseURI } = each as unknown as Element
    return [(each as unknown as Element).getAttribute(name), baseURI] as const
  }, attribute)
  if (!target || (URL.canParse(target, base) && allowed.allows(new URL(target, base).href))) return
  throw payFailure('page_not_allowed', 'the form of the page sends to a host that may not be given a card')
}

async function fillMonthAndYear(month: Found, year: Found, card: Card, allowed: AllowList): Promise<void> {
  for (const [found, choices] of [
    [month, [String(card.exp_month).padStart(2, '0'), String(card.exp_month)]],
    [year, yearsFor(await inputOf(year), card)],
  ] as const)
    await fillOneOf(found, choices, allowed)
}

/** A select has its values in one of several forms; a text field gets the first. */
async function fillOneOf(found: Found, choices: readonly string[], allowed: AllowList): Promise<void> {
  const values = await found.element.evaluate((field) =>
    Array.from((field as unknown as { options?: { value: string }[] }).options ?? [], ({ value }) => value),
  )
  const text = values.length === 0 ? choices[0]! : choices.find((choice) => values.includes(choice))
  if (text === undefined) throw payFailure('fields_not_found', 'the page does not offer the expiry of the card')
  await fill(found, text, allowed)
}

function yearsFor({ maxLength }: Input, { exp_year }: Card): string[] {
  const [long, short] = [String(exp_year), String(exp_year % 100).padStart(2, '0')]
  return maxLength === 2 ? [short, long] : [long, short]
}

export function expiryFor({ type, maxLength, placeholder }: Input, { exp_month, exp_year }: Card): string {
  const month = String(exp_month).padStart(2, '0')
  const short = String(exp_year % 100).padStart(2, '0')
  if (type === 'month') return `${exp_year}-${month}`
  if (maxLength === 4) return `${month}${short}`
  return /y{4}/i.test(placeholder) ? `${month}/${exp_year}` : `${month}/${short}`
}

function inputOf({ element }: Found): Promise<Input> {
  return element.evaluate((field) => {
    const { tagName, type, maxLength, placeholder } = field as unknown as Input
    return { tagName, type, maxLength: maxLength ?? -1, placeholder: placeholder ?? '' }
  })
}

/** Pages group digits as they are typed. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

const BUTTONS = ['button[type=submit]', 'input[type=submit]', 'button:not([type])']
const WORDS = /\b(pay|buy|place order|complete|confirm|submit)\b/i

/** Presses the button of the field's own form. For fields in their own frames, the button is on the page around them. */
export async function submit(page: Page, found: Found, allowed: AllowList): Promise<void> {
  const form = await formOf(found.element)
  const button = (form && (await visibleButton(form))) ?? (await buttonByWords(page.mainFrame()))
  await judge(found, allowed)
  if (!button) return found.element.press('Enter')
  await checkTarget(button, 'formaction', allowed)
  await button.click({ noWaitAfter: true })
}

async function visibleButton(within: ElementHandle | Frame): Promise<ElementHandle | undefined> {
  for (const button of await within.$$(BUTTONS.join(', '))) if (await button.isVisible()) return button
  return undefined
}

async function buttonByWords(frame: Frame): Promise<ElementHandle | undefined> {
  for (const button of await frame.$$('button, input[type=submit]')) {
    const text = `${await button.textContent()} ${(await button.getAttribute('value')) ?? ''}`
    if (WORDS.test(text) && (await button.isVisible())) return button
  }
  return undefined
}

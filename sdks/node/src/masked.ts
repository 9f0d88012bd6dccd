// Objects whose secrets stay out of logs. `details.pan`, `challenge.otp` and JSON.stringify give the value; console.log,
// String(), console.table and a spread do not.

const NODE_INSPECT = Symbol.for('nodejs.util.inspect.custom') // Bun too
const DENO_INSPECT = Symbol.for('Deno.customInspect')

const SECRETS = ['pan', 'cvv', 'otp', 'secret']
const NAMES_A_SECRET = new RegExp(`"(?:${SECRETS.join('|')})"`)

/** Masks the secrets at any depth of an answer. `text` is the JSON that `value` was parsed from. */
export function hideSecrets<T>(value: T, text: string): T {
  // Most answers hold no secrets, and searching the text for their names costs less than walking the object.
  if (NAMES_A_SECRET.test(text)) hideWithin(value)
  return value
}

/** Metadata is skipped: its keys are the caller's own, and one of them may be called `secret`. */
function hideWithin(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) if (name !== 'metadata') hideWithin(each)
  const held = SECRETS.filter((name) => typeof (value as Record<string, unknown>)[name] === 'string')
  if (held.length > 0) hideWhenPrinted(value, held)
}

function hideWhenPrinted(value: object, secrets: string[]): void {
  const whole = { ...value } as Record<string, unknown>
  const shown = Object.fromEntries(
    Object.entries(whole).map(([name, each]) => [name, secrets.includes(name) ? mask(String(each)) : each]),
  )
  for (const name of secrets) Object.defineProperty(value, name, { enumerable: false })
  hide(value, 'toJSON', () => whole)
  hide(value, 'toString', () => JSON.stringify(shown))
  printAs(value, shown)
}

type Inspect = (value: unknown, options: unknown) => string

/** Makes `value` print like `shown`. */
export function printAs(value: object, shown: object): void {
  hide(value, NODE_INSPECT, () => shown)
  hide(value, DENO_INSPECT, (inspect: Inspect, options: unknown) => inspect(shown, options))
}

function hide(value: object, name: string | symbol, method: (...given: never[]) => unknown): void {
  Object.defineProperty(value, name, { value: method, enumerable: false })
}

/** The last four digits of a card number may be shown (PCI DSS 3.4.1). */
function mask(text: string): string {
  return /^\d{12,19}$/.test(text) ? '*'.repeat(text.length - 4) + text.slice(-4) : '***'
}

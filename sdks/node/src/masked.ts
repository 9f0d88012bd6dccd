// Objects whose secrets stay out of logs. `details.pan` and JSON.stringify give the value; console.log, String(),
// console.table and a spread do not.

const NODE_INSPECT = Symbol.for('nodejs.util.inspect.custom') // Bun too
const DENO_INSPECT = Symbol.for('Deno.customInspect')

export function hideWhenPrinted<T>(value: T, secrets: string[]): T {
  if (secrets.length === 0 || typeof value !== 'object' || value === null) return value
  const whole = { ...value } as Record<string, unknown>
  const shown = Object.fromEntries(
    Object.entries(whole).map(([name, each]) => [name, secrets.includes(name) ? mask(String(each)) : each]),
  )
  for (const name of secrets) {
    if (name in whole) Object.defineProperty(value, name, { value: whole[name], enumerable: false })
  }
  hide(value, 'toJSON', () => whole)
  hide(value, 'toString', () => JSON.stringify(shown))
  printAs(value, shown)
  return value
}

type Inspect = (value: unknown, options: unknown) => string

/** Printed, `value` looks like `shown`. */
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

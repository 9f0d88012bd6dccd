// Objects whose secrets stay out of logs. `details.pan` and JSON.stringify give the value; console.log, String(),
// console.table and a spread do not.

const INSPECT = [Symbol.for('nodejs.util.inspect.custom'), Symbol.for('Deno.customInspect')]

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
  for (const symbol of INSPECT) hide(value, symbol, () => shown)
  return value
}

function hide(value: object, name: string | symbol, method: () => unknown): void {
  Object.defineProperty(value, name, { value: method, enumerable: false })
}

/** The last four digits of a card number may be shown (PCI DSS 3.4.1). */
function mask(text: string): string {
  return /^\d{12,19}$/.test(text) ? '*'.repeat(text.length - 4) + text.slice(-4) : '***'
}

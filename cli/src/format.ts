// Values as people read them.

const dollarText = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function money(amount: number): string {
  return dollarText.format(amount)
}

export function time(text: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(text) ? `${text.slice(0, 19).replace('T', ' ')}Z` : text
}

/** Numbers of the API that are not USD: counts, and amounts in a merchant's own currency. */
const PLAIN_NUMBERS = new Set([
  'merchant_amount',
  'sequence',
  'transaction_count',
  'cards_active',
  'confirmations',
  'exp_month',
  'exp_year',
  'attempt',
  'response_status',
  'status',
  'duration_ms',
  'acceptance_rate',
  'page',
  'version',
  'timeout_ms',
  'progress',
  'judged',
  'would_decline',
  'would_challenge',
  'false',
  'matched',
  'acted',
])

export function shownValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number') return PLAIN_NUMBERS.has(name) ? String(value) : money(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map((each) => shownValue('', each)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return clean(time(String(value)))
}

/** Removes control characters, so that a label or a merchant's name cannot control the terminal. */
export function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?')
}

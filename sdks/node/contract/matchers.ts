// Compares an answer with the expected values; see sdks/contract/README.md.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export function at(value: Json | undefined, path: string): Json {
  let found: Json | undefined = value
  for (const name of path.split('.')) {
    found = typeof found === 'object' && found !== null ? (found as Record<string, Json>)[name] : undefined
  }
  return found ?? null
}

/** The reason why a value does not match, or undefined. */
export function misfit(found: Json, wanted: Json): string | undefined {
  const [matcher, operand] = matcherOf(wanted)
  return fits(found, matcher, operand) ? undefined : `${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`
}

function matcherOf(wanted: Json): [string, Json] {
  const [entry] = typeof wanted === 'object' && wanted !== null ? Object.entries(wanted) : []
  return entry?.[0].startsWith('$') ? entry : ['$equals', wanted]
}

function fits(found: Json, matcher: string, operand: Json): boolean {
  switch (matcher) {
    case '$equals':
      return JSON.stringify(found) === JSON.stringify(operand)
    case '$not':
      return JSON.stringify(found) !== JSON.stringify(operand)
    case '$type':
      return typeOf(found) === operand || (operand === 'number' && typeof found === 'number')
    case '$matches':
      return typeof found === 'string' && new RegExp(operand as string).test(found)
    case '$length':
      return Array.isArray(found) && found.length === operand
    case '$min':
      return typeof found === 'number' && found >= (operand as number)
    default:
      throw new Error(`${matcher} is not known`)
  }
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** `"$card"` becomes the value that was saved as `card`. Matchers such as `$length` are keys, so they stay. */
export function filled(value: Json, saved: Map<string, Json>): Json {
  if (typeof value === 'string' && value.startsWith('$')) {
    if (!saved.has(value.slice(1))) throw new Error(`${value} was not saved`)
    return saved.get(value.slice(1))!
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, saved))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === '$matches' ? each : filled(each, saved)]),
  )
}

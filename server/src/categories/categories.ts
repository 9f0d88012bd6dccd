import catalogue from './catalogue.json' with { type: 'json' }

/** `mccs` is expanded: four-digit codes in ascending order, no ranges. */
export type Category = { name: string; description: string; mccs: string[] }

/** The category of every code that no other category lists, known or not. */
const OTHER = 'other'

/** "7311" → ["7311"]; "5811-5814" → the four codes. */
function expand(range: string): string[] {
  const parts = /^(\d{4})(?:-(\d{4}))?$/.exec(range)
  if (!parts) throw new Error(`categories/catalogue.json: "${range}" is neither a code nor a range of codes`)
  const first = Number(parts[1])
  const last = Number(parts[2] ?? parts[1])
  if (first > last) throw new Error(`categories/catalogue.json: the range "${range}" runs backwards`)
  return Array.from({ length: last - first + 1 }, (_, step) => String(first + step).padStart(4, '0'))
}

export const categories: readonly Category[] = catalogue.map(({ name, description, mccs }) => ({
  name,
  description,
  mccs: mccs.flatMap(expand).sort(),
}))

const names: ReadonlySet<string> = new Set(categories.map((category) => category.name))
const nameByMcc = new Map<string, string>()
for (const { name, mccs } of categories) {
  for (const mcc of mccs) {
    // If two categories listed one code, the order of the file would decide which purchases a card may make.
    const claimed = nameByMcc.get(mcc)
    if (claimed !== undefined) throw new Error(`categories/catalogue.json: ${mcc} is in "${claimed}" and in "${name}"`)
    nameByMcc.set(mcc, name)
  }
}

/** Finds the merchants of a category: those with one of these codes, or, of the category for the rest, with none of them. */
export function mccsOfCategory(name: string): { mccs: readonly string[]; isNegated: boolean } {
  if (name === OTHER) {
    const claimed = categories.filter((category) => category.name !== OTHER).flatMap(({ mccs }) => mccs)
    return { mccs: claimed, isNegated: true }
  }
  return { mccs: categories.find((category) => category.name === name)?.mccs ?? [], isNegated: false }
}

export function categoryOfMcc(mcc: string): string {
  return nameByMcc.get(mcc) ?? OTHER
}

/** Codes that the catalogue does not list are accepted too, since networks add codes faster than we do. */
export function isKnownCategoryEntry(entry: string): boolean {
  return names.has(entry) || /^\d{4}$/.test(entry)
}

/**
 * Runs once per authorization. It does one map look-up and then compares strings along the card's own short list: building a
 * set for each card would cost more than it saves.
 */
export function mccIsAllowed(allowed: readonly string[], mcc: string): boolean {
  if (allowed.length === 0) return true
  return allowed.includes(mcc) || allowed.includes(categoryOfMcc(mcc))
}

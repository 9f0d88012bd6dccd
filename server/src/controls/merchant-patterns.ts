// Which merchants a list matches. Names are compared without regard to case and to the number of spaces between words.
// A * matches anything, including nothing.

import type { LockedTo, MerchantPattern } from '../ledger/stored-controls.ts'

/** A merchant as the decision sees it. */
export type SeenMerchant = { id: string | null; name: string }

export function isListed(patterns: readonly MerchantPattern[], { id, name }: SeenMerchant): boolean {
  return patterns.some((pattern) => ('id' in pattern ? pattern.id === id : nameMatches(pattern.name, name)))
}

/** The pieces between the stars are searched for one after the other. Each costs one search, so no pattern is slow. */
export function nameMatches(pattern: string, name: string): boolean {
  const text = normalised(name)
  const pieces = normalised(pattern).split('*')
  const first = pieces[0]!
  const last = pieces.at(-1)!
  if (pieces.length === 1) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  let from = first.length
  const end = text.length - last.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, from)
    if (found < 0 || found + piece.length > end) return false
    from = found + piece.length
  }
  return true
}

/** Compares the network's ids when both have one, since one merchant's name is written in many ways; else the names. */
export function isElsewhere(locked: LockedTo, { id, name }: SeenMerchant): boolean {
  if (locked.id !== null && id !== null) return locked.id !== id
  return normalised(locked.name) !== normalised(name)
}

function normalised(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

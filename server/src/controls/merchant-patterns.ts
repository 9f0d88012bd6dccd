// Which merchants a list means. Names are compared without regard to case and to how many spaces stand between words;
// * stands for anything, also nothing.

import type { LockedTo, MerchantPattern } from '../ledger/stored-controls.ts'

/** A merchant as the decision sees it. */
export type SeenMerchant = { id: string | null; name: string }

export function isListed(patterns: readonly MerchantPattern[], { id, name }: SeenMerchant): boolean {
  return patterns.some((pattern) => ('id' in pattern ? pattern.id === id : nameMatches(pattern.name, name)))
}

/** The pieces between the stars are looked for one after the other: each costs one search, so no pattern can be slow. */
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

/** By the network's id where both have one; else by the name, since one merchant's name is written in many ways. */
export function isElsewhere(locked: LockedTo, { id, name }: SeenMerchant): boolean {
  if (locked.id !== null && id !== null) return locked.id !== id
  return normalised(locked.name) !== normalised(name)
}

function normalised(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

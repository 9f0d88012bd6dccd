import type { LucideIcon } from 'lucide-react'

/** One row of the palette. */
export type Hit = {
  key: string
  name: string
  /** Shown next to the name in a softer colour. */
  note?: string
  /** Shown at the end of the row. */
  status?: string
  /** A time, shown at the end of the row. */
  at?: string
  icon: LucideIcon
  run: () => void
}

export type HitGroup = { title: string; hits: Hit[] }

export const withHits = (groups: HitGroup[]): HitGroup[] => groups.filter(({ hits }) => hits.length > 0)

/** True if every word of the text is a part of the known words. */
export function matchesText(text: string, ...known: (string | undefined)[]): boolean {
  const words = known.join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

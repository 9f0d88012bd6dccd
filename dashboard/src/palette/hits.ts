import type { LucideIcon } from 'lucide-react'

/** One row of the palette. */
export type Hit = {
  key: string
  name: string
  /** Beside the name, softer. */
  note?: string
  /** At the end of the row. */
  status?: string
  /** When it happened, at the end of the row. */
  at?: string
  icon: LucideIcon
  run: () => void
}

export type HitGroup = { title: string; hits: Hit[] }

export const withHits = (groups: HitGroup[]): HitGroup[] => groups.filter(({ hits }) => hits.length > 0)

/** Every word of the text is a part of the words that something is known by. */
export function isMeant(text: string, ...known: (string | undefined)[]): boolean {
  const words = known.join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

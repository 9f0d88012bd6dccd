// Compares a day at a processor with our postings. When the processor lists its postings, ours are matched by id, because a
// posting that reached us after midnight still belongs to the processor's day. When it lists none, our own day counts.

import type { DayTotals } from '../../processors/processor.ts'

/** What we posted under the processor's id; negative for money that was given back. */
export type OurPost = { reference: string; amount: bigint; isOfDay: boolean }

export type Sums = { gross: bigint; refunds: bigint }

export type Comparison = {
  theirs: Sums
  ours: Sums
  /** Ids that the processor lists and we have never posted. */
  missingHere: string[]
  /** Ids that we posted on the day and the processor does not list. */
  missingThere: string[]
}

export function compareDay(theirs: DayTotals, ours: readonly OurPost[]): Comparison {
  const sums = { gross: theirs.gross, refunds: theirs.refunds }
  if (!theirs.posts)
    return { theirs: sums, ours: sumOf(ours.filter(({ isOfDay }) => isOfDay)), missingHere: [], missingThere: [] }
  const named = new Set(theirs.posts)
  const known = new Set(ours.map(({ reference }) => reference))
  return {
    theirs: sums,
    ours: sumOf(ours.filter(({ reference }) => named.has(reference))),
    missingHere: [...named].filter((id) => !known.has(id)),
    missingThere: ours
      .filter(({ reference, isOfDay }) => isOfDay && !named.has(reference))
      .map((post) => post.reference),
  }
}

export function sumOf(posts: readonly OurPost[]): Sums {
  const sums = { gross: 0n, refunds: 0n }
  for (const { amount } of posts) {
    if (amount > 0n) sums.gross += amount
    else sums.refunds -= amount
  }
  return sums
}

export function isEqual({ theirs, ours, missingHere, missingThere }: Comparison): boolean {
  const hasAll = missingHere.length === 0 && missingThere.length === 0
  return hasAll && theirs.gross === ours.gross && theirs.refunds === ours.refunds
}

// Suggests what somebody may have meant.

/** The nearest of `known`, if it is near: a third of the letters may be wrong. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3))
  const ranked = known
    .map((each) => ({ each, away: distance(word, each) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away)
  return ranked[0]?.each ?? known.find((each) => word.length > 1 && each.startsWith(word))
}

/** Letters put in, left out, replaced, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

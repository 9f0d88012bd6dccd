import type { UseQueryResult } from '@tanstack/react-query'
import type { Problem } from '../api/request.ts'

/** The page reads the data once, and its parts share the result. */
export type Reading<T> = UseQueryResult<T, Problem>

/** The first and last day of the figures, as filters of a list. */
export function periodOf(days: readonly { date: string }[]): { from: string; to: string } {
  return { from: days[0]!.date, to: days.at(-1)!.date }
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { Problem } from '../api/request.ts'

/** A part of the page draws what the page has asked for once. */
export type Reading<T> = UseQueryResult<T, Problem>

/** The days of the figures, as the filters of a list name them. */
export function periodOf(days: readonly { date: string }[]): { from: string; to: string } {
  return { from: days[0]!.date, to: days.at(-1)!.date }
}

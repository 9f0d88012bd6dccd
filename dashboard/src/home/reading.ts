import type { UseQueryResult } from '@tanstack/react-query'
import type { Problem } from '../api/request.ts'

/** A part of the page draws what the page has asked for once. */
export type Reading<T> = UseQueryResult<T, Problem>

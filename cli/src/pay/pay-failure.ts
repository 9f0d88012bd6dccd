// The ways in which a payment can fail, each with its own exit code, so that a program knows what to do next.

import { CommandError } from '../framework/failures.ts'

export const EXIT_CODES = {
  declined: 3,
  page_not_allowed: 4,
  fields_not_found: 5,
  passcode_needed: 6,
  timed_out: 7,
} as const

export type PayFailure = keyof typeof EXIT_CODES

export function payFailure(id: PayFailure, message: string): CommandError {
  return new CommandError(message, { id, exitCode: EXIT_CODES[id] })
}

/**
 * Errors of the browser's driver quote what was being typed, so they may hold the card number. Neither their text nor their
 * cause may leave this program.
 */
export async function withoutQuotes<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(what)
  }
}

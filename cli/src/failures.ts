// Failures, described for the person who has to fix them.

import type { Failure } from './framework/command.ts'
import { ownFailure } from './framework/failures.ts'
import { ApiConnectionError, ApiError, ConfigurationError } from './sdk.ts'

export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ConfigurationError) return ownFailure('configuration', error.message)
  if (error instanceof ApiConnectionError) return ownFailure('connection', connectionMessage(error))
  if (!(error instanceof ApiError)) return undefined
  return {
    error: error.id ?? 'api_error',
    message: error.message,
    code: error.status ?? null,
    request_id: error.requestId ?? null,
    ...(error.param !== undefined && { param: error.param }),
    ...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
  }
}

/** fetch only says that it failed; the reason is in the causes. */
function connectionMessage(error: ApiConnectionError): string {
  const codes: string[] = []
  let cause: unknown = error.cause
  for (let depth = 0; cause instanceof Error && depth < 4; depth += 1, cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (typeof code === 'string') codes.push(code) // the code of an abort is a number and means nothing
  }
  return `the service cannot be reached (${codes[0] ?? error.message}); check that it runs and that its address is right`
}

const HINTS: Record<string, string> = {
  unauthorized: 'log in with a valid key: cardwright login',
  invalid_bin: 'list the BINs: cardwright bins list',
  insufficient_funds: 'show the balance: cardwright wallet balance',
}

export function explain(failure: Failure, cause: unknown): string {
  const { error, message, param, request_id } = failure
  // Our own messages are sentences already; an error of the API also has an id to look up.
  const lines = [cause instanceof ApiError ? `${error}: ${message}` : message]
  if (param !== undefined) lines.push(`  parameter  ${param}`)
  if (request_id !== null) lines.push(`  request    ${request_id}`)
  if (HINTS[error]) lines.push(`  hint       ${HINTS[error]}`)
  return lines.join('\n')
}

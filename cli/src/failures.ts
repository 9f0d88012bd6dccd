// What went wrong, in the words of whoever has to mend it.

import { ApiConnectionError, ApiError, ConfigurationError } from './sdk.ts'

/** The program was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** It could not do its work, and the message says why. */
export class CommandError extends Error {}

export type Failure = { error: string; message: string; param?: string; request_id?: string; status?: number }

export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof UsageError) return { error: 'usage', message: error.message }
  if (error instanceof CommandError) return { error: 'failed', message: error.message }
  if (error instanceof ConfigurationError) return { error: 'configuration', message: error.message }
  if (error instanceof ApiConnectionError) return { error: 'connection', message: connectionMessage(error) }
  if (!(error instanceof ApiError)) return undefined
  return {
    error: error.id ?? 'api_error',
    message: error.message,
    ...(error.param !== undefined && { param: error.param }),
    ...(error.requestId !== undefined && { request_id: error.requestId }),
    ...(error.status !== undefined && { status: error.status }),
  }
}

/** fetch says only that it failed; why stands in the causes. */
function connectionMessage(error: ApiConnectionError): string {
  const codes: string[] = []
  let cause: unknown = error.cause
  for (let depth = 0; cause instanceof Error && depth < 4; depth += 1, cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (typeof code === 'string') codes.push(code) // that of an abort is a number, and says nothing
  }
  return `the service cannot be reached (${codes[0] ?? error.message}); is it running, and is its address right?`
}

const HINTS: Record<string, string> = {
  unauthorized: 'log in with a key that is valid: cardwright login',
  invalid_bin: 'see which there are: cardwright bins list',
  insufficient_funds: 'see what is there: cardwright wallet balance',
}

export function explain(failure: Failure): string {
  const { error, message, param, request_id } = failure
  const own = ['usage', 'failed', 'configuration', 'connection'].includes(error)
  const lines = [`cardwright: ${own ? message : `${error}: ${message}`}`]
  if (param !== undefined) lines.push(`  parameter  ${param}`)
  if (request_id !== undefined) lines.push(`  request    ${request_id}`)
  if (HINTS[error]) lines.push(`  hint       ${HINTS[error]}`)
  return lines.join('\n')
}

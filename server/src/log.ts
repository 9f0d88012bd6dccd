// JSON lines, or readable ones on a terminal. Bodies, headers and addresses of requests are never logged;
// what goes wrong is described by type, code and a message from which anything like a secret is taken out.

import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { environment } from './environment.ts'

/**
 * `isReadable`: as on a terminal; a process that writes to its supervisor cannot see where that leads.
 * `isShared`: others write to the same place, so each line is written at once and whole.
 */
export function createLog({ isReadable = process.stdout.isTTY, isShared = false } = {}): Logger {
  const level = environment.LOG_LEVEL ?? 'info'
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (isReadable) return pino(options, pretty({ colorize: true, ignore: 'pid,hostname' }))
  if (isShared) return pino(options, process.stdout)
  // Lines are gathered and written when there are 8 KiB or a moment has passed: a write for each would cost more than the request.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 500 })
  process.on('exit', () => destination.flushSync())
  return pino(options, destination)
}

const SECRET = /sk_(?:test|live)_\w+|whsec_[\w+/=]+|(?<![\w-])\d(?:[ -]?\d){11,18}(?![\w-])/g

export function withoutSecrets(text: string): string {
  return text.replace(SECRET, '[removed]')
}

/** No `detail` or `parameters` of a database error: they repeat the values of the row. */
export function describeFailure(error: unknown): {
  failure: string
  code?: string
  message: string
  constraint?: string
  stack?: string
} {
  if (!(error instanceof Error)) return { failure: typeof error, message: withoutSecrets(String(error)) }
  const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
  return {
    failure: error.name,
    ...(code && { code }),
    ...(constraint && { constraint }),
    message: withoutSecrets(error.message),
    ...(error.stack && { stack: withoutSecrets(error.stack.split('\n').slice(1, 8).join('\n')) }),
  }
}

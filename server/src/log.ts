// Logs JSON lines, or readable lines on a terminal. Bodies, headers and addresses of requests are never logged. A failure
// is described by its type, its code and a message from which anything like a secret was removed.

import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { isLogLevel } from './config/config-values.ts'
import { environment } from './config/environment.ts'

/** An unknown LOG_LEVEL counts as the usual one: `readConfig` refuses it, and the log must be able to say so. */
export function logLevel(usual: string, env = environment): string {
  const level = env.LOG_LEVEL?.trim() ?? ''
  return isLogLevel(level) ? level : usual
}

/**
 * `isReadable`: lines for a terminal. A process that writes to its supervisor cannot see for itself where its lines end up.
 * `isShared`: other processes write to the same place, so each line is written at once and whole.
 */
export function createLog({ isReadable = process.stdout.isTTY, isShared = false } = {}): Logger {
  const options = { level: logLevel('info'), base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (isReadable) return pino(options, pretty({ colorize: true, ignore: 'pid,hostname' }))
  if (isShared) return pino(options, process.stdout)
  // Lines are written together, after 8 KiB or a short time: a write per line would cost more than the request itself.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 500 })
  process.on('exit', () => destination.flushSync())
  return pino(options, destination)
}

const SECRET = /sk_(?:test|live)_\w+|whsec_[\w+/=]+|(?<![\w-])\d(?:[ -]?\d){11,18}(?![\w-])/g

export function withoutSecrets(text: string): string {
  return text.replace(SECRET, '[removed]')
}

/** Leaves out `detail` and `parameters` of a database error, since they repeat the values of the row. */
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

// The failures that a command throws on purpose.

import type { Failure } from './command.ts'

/** The program was called wrongly: exit code 2. */
export class UsageError extends Error {
  /** The help of the intended command, if one was found. */
  help: string | undefined
}

/** The command failed, and the message says why. A command may give its failures different ids and exit codes. */
export class CommandError extends Error {
  readonly id: string
  readonly exitCode: number

  constructor(message: string, { id = 'failed', exitCode = 1 }: { id?: string; exitCode?: number } = {}) {
    super(message)
    this.id = id
    this.exitCode = exitCode
  }
}

/** The user interrupted the command, which has cleaned up. Nothing is printed. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(signal)
    this.exitCode = signal === 'SIGINT' ? 130 : 143
  }
}

export function ownFailure(error: string, message: string): Failure {
  return { error, message, code: null, request_id: null }
}

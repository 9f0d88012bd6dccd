// What a program has of the world around it. A test passes its own, and calls the program without starting a process.

import type { Readable, Writable } from 'node:stream'

export type Environment = Record<string, string | undefined>
export type SignalName = 'SIGINT' | 'SIGTERM'

/** Where SIGINT and SIGTERM arrive. While nobody listens, they end the process, as always. */
export type Signals = {
  on(signal: SignalName, listener: (signal: SignalName) => void): unknown
  off(signal: SignalName, listener: (signal: SignalName) => void): unknown
}

export type Io = {
  env: Environment
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  signals: Signals
}

export function processIo(env: Environment = process.env): Io {
  // A reader that goes away, as in `cardwright events list | head`, is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const { stdin, stdout, stderr } = process
  return { env, stdin, stdout, stderr, signals: process as Signals }
}

/** Calls `end` for each signal until the returned function is called. */
export function onSignals({ signals }: Pick<Io, 'signals'>, end: (signal: SignalName) => void): () => void {
  signals.on('SIGINT', end)
  signals.on('SIGTERM', end)
  return () => {
    signals.off('SIGINT', end)
    signals.off('SIGTERM', end)
  }
}

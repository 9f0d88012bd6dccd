// Reads the passcode of a purchase from standard input. It is never printed.

import { createInterface, type Interface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { payFailure } from './pay-failure.ts'

const PASSCODE = /^[0-9A-Za-z]{4,12}$/

export class PasscodeInput {
  readonly #input: Readable
  #lines: Interface | undefined
  #iterator: AsyncIterator<string> | undefined

  constructor(input: Readable) {
    this.#input = input
  }

  async next(withinMs: number): Promise<string> {
    this.#lines ??= createInterface({ input: this.#input })
    this.#iterator ??= this.#lines[Symbol.asyncIterator]()
    const ending = new AbortController()
    const late = pause(withinMs, 'late' as const, { signal: ending.signal }).catch(() => 'late' as const)
    const line = await Promise.race([this.#iterator.next(), late])
    ending.abort()
    if (line === 'late') throw payFailure('timed_out', 'no passcode came in time; the purchase was not completed')
    const passcode = line.done ? '' : line.value.trim()
    if (PASSCODE.test(passcode)) return passcode
    throw payFailure('passcode_needed', 'the page asks for a passcode, and standard input has none to give')
  }

  close(): void {
    this.#lines?.close()
    this.#input.destroy()
  }
}

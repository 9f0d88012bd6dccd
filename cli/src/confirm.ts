import { createInterface } from 'node:readline/promises'
import type { Call } from './command.ts'

/** Asks only on a terminal, where somebody can answer. */
export async function confirmed(call: Call, question: string): Promise<boolean> {
  if (call.flag('yes') || !call.io.stdin.isTTY || !call.io.stdout.isTTY) return true
  const lines = createInterface({ input: call.io.stdin, output: call.io.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}

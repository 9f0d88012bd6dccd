// The program of operators, from its arguments to its exit code.

import type { Program } from '../../../cli/src/framework/command.ts'
import { ownFailure } from '../../../cli/src/framework/failures.ts'
import type { Io } from '../../../cli/src/framework/io.ts'
import { runProgram } from '../../../cli/src/framework/run-program.ts'
import type { Context } from './command.ts'
import { commands } from './commands.ts'
import { describeUnexpected, sentenceOf } from './failures.ts'

export const program: Program<Context> = {
  call: 'npm run cardwright --',
  title: 'Commands for the operator of Cardwright.',
  commands,
  globalOptions: { help: { kind: 'flag', help: 'show what a command does, and its arguments and options' } },
  footer: 'The settings are those of the service, read from the environment: docs/operating/configuration.md',
  contextOf: (_command, _input, io) => contextOf(io),
  failureOf(error, { env }) {
    const sentence = sentenceOf(error, env)
    return sentence === undefined ? undefined : ownFailure('failed', sentence)
  },
  explain: ({ message }) => message,
  describeUnexpected,
}

export function main(args: readonly string[], io: Io): Promise<number> {
  return runProgram(program, args, io)
}

function contextOf(io: Io): Context {
  const print = (text: string) => void io.stdout.write(`${text}\n`)
  return {
    io,
    print,
    printJson: (value) => print(JSON.stringify(value, bigintsAsText, 2)),
    note: (text) => void io.stderr.write(`${text}\n`),
  }
}

function bigintsAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

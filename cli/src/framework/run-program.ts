// Runs one call of a program: finds the command, gives it its input, and returns the exit code.

import { findCommand, readInput, unknownCommand } from './arguments.ts'
import type { Command, Program } from './command.ts'
import { CommandError, Interrupted, ownFailure, UsageError } from './failures.ts'
import { helpOf, helpOfAll, helpOfGroup } from './help.ts'
import type { Io } from './io.ts'

export async function runProgram<X, C extends Command<X>>(
  program: Program<X, C>,
  args: readonly string[],
  io: Io,
): Promise<number> {
  try {
    return (await perform(program, args, io)) ?? 0
  } catch (error) {
    return report(program, error, args, io)
  }
}

async function perform<X, C extends Command<X>>(program: Program<X, C>, args: readonly string[], io: Io) {
  const say = (text: string) => void io.stdout.write(`${text}\n`)
  const isHelp = args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help'
  const found = findCommand(program, args[0] === 'help' ? args.slice(1) : args)
  if ('command' in found)
    return isHelp ? say(helpOf(program, found.command)) : runCommand(program, found.command, found.rest, io)
  if (isHelp && found.group) return say(helpOfGroup(program, found.group))
  if (isHelp && !found.rest.some((each) => !each.startsWith('-'))) return say(helpOfAll(program))
  if (isElsewhere(program, args[0])) throw new CommandError(program.elsewhere!.refusal)
  const unknown = unknownCommand(program, found)
  if (found.group) unknown.help = helpOfGroup(program, found.group)
  throw unknown
}

function isElsewhere({ elsewhere }: Pick<Program<never>, 'elsewhere'>, word: string | undefined): boolean {
  return elsewhere?.commands.some(({ name }) => name.split(' ')[0] === word) ?? false
}

async function runCommand<X, C extends Command<X>>(program: Program<X, C>, command: C, rest: string[], io: Io) {
  try {
    const input = readInput(program, command, rest)
    return await command.run({ ...input, ...program.contextOf(command, input, io) })
  } catch (error) {
    if (error instanceof UsageError) error.help ??= helpOf(program, command)
    throw error
  }
}

/** With --json the failure is printed as JSON too. */
function report<X, C extends Command<X>>(program: Program<X, C>, error: unknown, args: readonly string[], io: Io) {
  if (error instanceof Interrupted) return error.exitCode
  const say = (text: string) => void io.stderr.write(`${text}\n`)
  const failure = failureOf(program, error, io)
  const isJson = args.includes('--json')
  if (!failure) say(`cardwright: this should not have happened: ${program.describeUnexpected(error)}`)
  else if (isJson) say(JSON.stringify(failure))
  else say(`cardwright: ${program.explain(failure, error)}`)
  if (error instanceof CommandError) return error.exitCode
  if (!(error instanceof UsageError)) return 1
  if (!isJson) say(`\n${error.help ?? `For help: ${program.call} --help`}`)
  return 2
}

function failureOf<X, C extends Command<X>>(program: Program<X, C>, error: unknown, io: Io) {
  if (error instanceof UsageError) return ownFailure('usage', error.message)
  if (error instanceof CommandError) return ownFailure(error.id, error.message)
  return program.failureOf(error, io)
}

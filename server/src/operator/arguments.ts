// Finds the command among the given words and reads its options. Anything unknown is refused.

import { parseArgs } from 'node:util'
import type { Command, Input, Option } from './command.ts'
import { UsageError } from './failures.ts'

export type Call = { kind: 'help'; command: Command | undefined } | { kind: 'run'; command: Command; input: Input }

export function readCall(commands: readonly Command[], args: readonly string[]): Call {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const command = findCommand(commands, words)
  if (asksForHelp(args) || args.length === 0) return { kind: 'help', command }
  if (!command) throw new UsageError(unknownCommand(commands, args))
  return { kind: 'run', command, input: readInput(command, withoutName(command, args)) }
}

/** Prefers the command with more words, such as `audit heads` over `audit`. */
function findCommand(commands: readonly Command[], words: string[]): Command | undefined {
  const called = commands.filter(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name)
  return called.sort((a, b) => b.name.length - a.name.length)[0]
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h') || args[0] === 'help'
}

function unknownCommand(commands: readonly Command[], args: readonly string[]): string {
  const group = commands.filter(({ name }) => name.startsWith(`${args[0]} `)).map(({ name }) => name)
  if (group.length > 0) return `say which: ${group.join(', ')}`
  return `there is no command "${args[0]}"; the commands are ${commands.map(({ name }) => name).join(', ')}`
}

function withoutName({ name }: Command, args: readonly string[]): string[] {
  const left = name.split(' ')
  return args.filter((arg) => left[0] !== arg || !left.shift())
}

function readInput(command: Command, args: string[]): Input {
  const { values, positionals } = parse(command, args)
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && !text(values[name])) throw new UsageError(`${command.name} needs ${shown(name, option)}`)
  }
  const wanted = command.argument ? 1 : 0
  if (positionals.length < wanted && !command.argument!.startsWith('['))
    throw new UsageError(`${command.name} needs ${command.argument}`)
  if (positionals.length > wanted)
    throw new UsageError(`${command.name} does not know what to do with "${positionals[wanted]}"`)
  return {
    text: (name) => text(values[name]),
    texts: (name) => [values[name] ?? []].flat().flatMap((value) => text(value) ?? []),
    flag: (name) => values[name] === true,
    argument: positionals[0] ?? '',
  }
}

function parse(command: Command, args: string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, isList = false }]) => [name, { type, multiple: isList }]),
  )
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node's messages continue with advice about dashes. The first sentence says what is wrong.
    throw new UsageError(`${command.name}: ${(error as Error).message.split('. ')[0]!.replace(/\s+/g, ' ')}`)
  }
}

function text(value: unknown): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed === '' ? undefined : trimmed
}

/** An option as the help writes it. */
export function shown(name: string, { type, value }: Option): string {
  return type === 'boolean' ? `--${name}` : `--${name} ${value ?? 'TEXT'}`
}

// Finds the command among the given words and reads its options. Anything unknown is refused.

import { parseArgs } from 'node:util'
import type { Command, Input, Option, Program } from './command.ts'
import { UsageError } from './failures.ts'
import { typedValue } from './option-value.ts'
import { nearest } from './suggest.ts'

export type Found<C> = { command: C; rest: string[] } | NotFound
type NotFound = { group: string | undefined; rest: string[] }
type Names = Pick<Program<never>, 'call' | 'globalOptions' | 'elsewhere'> & { commands: readonly { name: string }[] }

/** Global options may come before the command's words. */
export function findCommand<C extends { name: string }>(
  { commands, globalOptions }: Pick<Names, 'globalOptions'> & { commands: readonly C[] },
  args: readonly string[],
): Found<C> {
  const { before, rest } = leadingOptions(globalOptions, args)
  for (const length of [3, 2, 1]) {
    const name = rest.slice(0, length).join(' ')
    const command = commands.find((each) => each.name === name)
    // `sandbox clock advanec 7d` must not run `sandbox clock`.
    if (command && rest.length >= length) return { command, rest: [...before, ...rest.slice(length)] }
  }
  const group = groups(commands).find((name) => name === rest[0])
  return { group, rest: [...before, ...(group ? rest.slice(1) : rest)] }
}

function leadingOptions(
  globalOptions: Record<string, Option>,
  args: readonly string[],
): { before: string[]; rest: string[] } {
  let at = 0
  while (args[at]?.startsWith('-') && args[at] !== '--') {
    const option = globalOptions[args[at]!.replace(/^--/, '')]
    at += option && option.kind !== 'flag' ? 2 : 1
  }
  return { before: args.slice(0, at), rest: args.slice(at) }
}

function groups(commands: readonly { name: string }[]): string[] {
  return [...new Set(commands.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ')[0]!))]
}

export function unknownCommand({ call, commands, elsewhere }: Names, { group, rest }: NotFound): UsageError {
  const names = [...commands, ...(elsewhere?.commands ?? [])].map(({ name }) => name)
  const inside = names.filter((name) => name.startsWith(`${group} `))
  const word = rest.find((each) => !each.startsWith('-'))
  if (group && word === undefined) return new UsageError(`choose one of: ${inside.join(', ')}`)
  if (group) {
    const meant = nearest(`${group} ${word}`, inside)
    const help = meant ? `did you mean "${meant}"?` : `choose one of: ${inside.join(', ')}`
    return new UsageError(`there is no command "${group} ${word}"; ${help}`)
  }
  if (word === undefined) return new UsageError(`${rest[0]} needs a command`)
  const first = [...new Set(names.map((name) => name.split(' ')[0]!))]
  const meant = nearest(word, first)
  return new UsageError(`there is no command "${word}"; ${meant ? `did you mean "${meant}"?` : `see ${call} --help`}`)
}

export function readInput(
  { globalOptions }: Pick<Names, 'globalOptions'>,
  command: Pick<Command<never>, 'name' | 'args' | 'options'>,
  args: string[],
): Input {
  const options = { ...command.options, ...globalOptions }
  const { values, positionals } = parse(command.name, options, args)
  for (const [name, option] of Object.entries(command.options ?? {})) {
    if (option.required && isEmpty(values[name])) throw new UsageError(`${command.name} needs ${shown(name, option)}`)
  }
  checkArguments(command, positionals)
  return {
    args: positionals,
    text: (name) => textOf(name, values[name]),
    texts: (name) =>
      [values[name] ?? []]
        .flat()
        .map(String)
        .flatMap((text) => text.trim() || []),
    flag: (name) => values[name] === true,
    params: () => paramsOf(command.options ?? {}, values),
  }
}

function checkArguments({ name, args = [] }: Pick<Command<never>, 'name' | 'args'>, given: string[]): void {
  const missing = args.filter((each) => !each.startsWith('['))[given.length]
  if (missing) throw new UsageError(`${name} needs ${missing}`)
  if (given.length > args.length) throw new UsageError(`${name} takes no argument "${given[args.length]}"`)
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

function isEmpty(value: Values[string]): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}

function textOf(name: string, value: Values[string]): string | undefined {
  if (typeof value !== 'string') return undefined
  if (isEmpty(value)) throw new UsageError(`--${name} must not be empty`)
  return value.trim()
}

/** `page`, `per-page` and the other options of a list go to the service; `all` is our own. */
function paramsOf(options: Record<string, Option>, values: Values): Record<string, unknown> {
  const given = Object.entries(options).filter(([name]) => values[name] !== undefined && name !== 'all')
  return Object.fromEntries(
    given.map(([name, option]) => [option.param ?? name.replaceAll('-', '_'), typedValue(name, option, values[name]!)]),
  )
}

function parse(command: string, options: Record<string, Option>, args: string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { kind }]) => [
      name,
      {
        type: kind === 'flag' ? ('boolean' as const) : ('string' as const),
        multiple: kind === 'pairs' || kind === 'texts',
      },
    ]),
  )
  try {
    return parseArgs({
      args: withNumbersAsValues(args, options),
      options: config,
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw new UsageError(`${command}: ${sentence(error as Error & { code?: string }, Object.keys(options))}`)
  }
}

/** `-5` is a number, not an option: it is the value of the option before it, or an argument of the command. */
function withNumbersAsValues(args: string[], options: Record<string, Option>): string[] {
  if (args.includes('--')) return args
  const words: string[] = []
  const numbers: string[] = []
  for (const word of args) {
    const option = options[words.at(-1)?.replace(/^--/, '') ?? '']
    if (!/^-[\d.]/.test(word)) words.push(word)
    else if (words.at(-1)?.startsWith('--') && option && option.kind !== 'flag') words.push(`${words.pop()}=${word}`)
    else numbers.push(word)
  }
  return numbers.length > 0 ? [...words, '--', ...numbers] : words
}

/** Node's messages continue with advice about dashes. The first sentence says what is wrong. */
function sentence(error: Error & { code?: string }, known: string[]): string {
  const said = error.message.split('. ')[0]!.replace(/\s+/g, ' ')
  const unknown = error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'--?([\w-]+)/.exec(said)?.[1] : undefined
  if (unknown === undefined) return said
  const meant = nearest(unknown, known)
  return `there is no option --${unknown}${meant ? `; did you mean --${meant}?` : ''}`
}

/** An option as the help writes it. */
export function shown(name: string, { kind, value, choices }: Option): string {
  if (kind === 'flag') return `--${name}`
  const word = value ?? (choices && choices.length <= 4 ? choices.join('|') : kind === 'pairs' ? 'KEY=VALUE' : 'TEXT')
  return `--${name} ${word}`
}

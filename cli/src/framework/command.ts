// What a command is. The developer's commands (cli/src) and the operator's (server/src/operator) are written and called in
// the same way. The published package holds this folder, so nothing here may import from the server.

import type { Io } from './io.ts'

/** `pairs` is key=value and `texts` any text, both given as often as wanted; `list` is separated by commas. */
export type OptionKind = 'text' | 'texts' | 'number' | 'money' | 'boolean' | 'flag' | 'list' | 'pairs'

export type Option = {
  kind: OptionKind
  help: string
  /** The name of the value in the help. */
  value?: string
  /** The parameter of the API, if its name differs from the option's. */
  param?: string
  required?: boolean
  /** What completion offers. The service itself decides what is valid. */
  choices?: readonly string[]
}

/** The arguments and options of one call, which were checked before the command runs. */
export type Input = {
  /** As many as the command names; those in brackets may be missing. */
  args: readonly string[]
  /** Without spaces around it. An empty text is refused, since it usually comes from a variable that is not set. */
  text(name: string): string | undefined
  /** The values of an option that may be given several times. */
  texts(name: string): string[]
  flag(name: string): boolean
  /** The options given, under the names of the API and in its types. */
  params(): Record<string, unknown>
}

/** `Context` is what the program gives to each of its commands besides the input. */
export type Command<Context> = {
  /** The words that call it, such as `cards create`. */
  name: string
  summary: string
  /** In brackets when it may be left out. */
  args?: readonly string[]
  /** What completion offers for the first argument. */
  argChoices?: readonly string[]
  options?: Record<string, Option>
  notes?: string
  /** Returns the exit code; nothing means 0. */
  run(call: Input & Context): Promise<ExitCode>
}

// biome-ignore lint/suspicious/noConfusingVoidType: a command that ends with a call that returns nothing has succeeded
export type ExitCode = number | void

/** A command as lists show it. */
export type Listed = { name: string; summary: string; args?: readonly string[] }

export type Program<Context, C extends Command<Context> = Command<Context>> = {
  /** How people call it in a shell. */
  call: string
  title: string
  commands: readonly C[]
  /** Options of every command. They may come before the command's words. */
  globalOptions: Record<string, Option>
  /** Commands that another program runs; they are listed and suggested here too. */
  elsewhere?: { title: string; commands: readonly Listed[]; refusal: string }
  /** The end of the help of all commands. */
  footer: string
  contextOf(command: C, input: Input, io: Io): Context
  /** Undefined for a failure that nobody expected. */
  failureOf(error: unknown, io: Io): Failure | undefined
  /** Describes an expected failure for people. */
  explain(failure: Failure, cause: unknown): string
  /** Describes a failure that nobody expected. */
  describeUnexpected(error: unknown): string
}

/** The form of an API error. A failure before an answer came has neither a status nor a request id. */
export type Failure = {
  error: string
  message: string
  code: number | null
  request_id: string | null
  param?: string
  retry_after?: number
}

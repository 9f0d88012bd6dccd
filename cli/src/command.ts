// What a command is.

import type { Output } from './output.ts'
import type { Settings } from './profiles.ts'
import type { Cardwright, ClientOptions } from './sdk.ts'

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

export type Call = {
  /** Exactly as many as the command names. */
  args: readonly string[]
  text(name: string): string | undefined
  flag(name: string): boolean
  /** The options given, under the names of the API and in its types. */
  params(): Record<string, unknown>
  settings: Settings
  client(options?: ClientOptions): Cardwright
  out: Output
}

export type Command = {
  /** The words that call it, such as `cards create`. */
  name: string
  summary: string
  args?: readonly string[]
  /** What completion offers for the first argument. */
  argChoices?: readonly string[]
  options?: Record<string, Option>
  notes?: string
  /** Secrets that this command exists to show. Everywhere else they are masked. */
  reveals?: readonly string[]
  run(call: Call): Promise<unknown>
}

export const paging: Record<string, Option> = {
  page: { kind: 'number', value: 'N', help: 'which page, from 1' },
  cursor: { kind: 'text', value: 'CURSOR', help: 'what follows a page: its next_cursor' },
  'per-page': { kind: 'number', value: 'N', help: 'items on a page' },
  all: { kind: 'flag', help: 'every page' },
}

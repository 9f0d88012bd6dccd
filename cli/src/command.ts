// A command of the developer: it calls the API with the key of a profile.

import type { Command as AnyCommand, Input } from './framework/command.ts'
import type { Io } from './framework/io.ts'
import type { Output } from './output.ts'
import type { Settings } from './profiles.ts'
import type { Cardwright, ClientOptions } from './sdk.ts'

export type { Option } from './framework/command.ts'

export type Context = {
  io: Io
  settings: Settings
  client(options?: ClientOptions): Cardwright
  out: Output
}

export type Call = Input & Context

export type Command = AnyCommand<Context> & {
  /** Secrets that this command exists to show. Everywhere else they are masked. */
  reveals?: readonly string[]
}

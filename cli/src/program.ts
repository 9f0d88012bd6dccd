// The program of developers, from its arguments to its exit code.

import type { Command, Context } from './command.ts'
import { commands } from './commands.ts'
import { candidates } from './completion.ts'
import { explain, failureOf } from './failures.ts'
import type { Input, Program } from './framework/command.ts'
import { UsageError } from './framework/failures.ts'
import type { Io } from './framework/io.ts'
import { runProgram } from './framework/run-program.ts'
import { globalOptions } from './global-options.ts'
import { operatorCommands } from './operator.ts'
import { makeOutput, wantsColour } from './output.ts'
import { type Settings, settingsOf } from './profiles.ts'
import { Cardwright, type ClientOptions, VERSION } from './sdk.ts'

export const program: Program<Context, Command> = {
  call: 'cardwright',
  title: 'Cardwright on the command line.',
  commands,
  globalOptions,
  elsewhere: {
    title:
      'Commands of the operator, which run in the folder of the service (settings: docs/operating/configuration.md):',
    commands: operatorCommands,
    refusal: 'the commands of the operator run in the folder of the service: npm run cardwright -- COMMAND',
  },
  footer:
    'The key and the address come from CARDWRIGHT_API_KEY and CARDWRIGHT_BASE_URL, or else from the profile that "cardwright login" saved.',
  contextOf,
  failureOf,
  explain,
  describeUnexpected: (error) => String((error as Error).stack),
}

export async function main(args: readonly string[], io: Io): Promise<number> {
  if (args[0] === '__complete') return offer(candidates(commands, args.slice(1)), io)
  if (args[0] === '--version' || args[0] === 'version') return offer([`cardwright ${VERSION}`], io)
  return runProgram(program, args, io)
}

/** Prints nothing at all without words: an empty line would be a candidate, and keep the shell from offering files. */
function offer(words: string[], { stdout }: Io): number {
  if (words.length > 0) stdout.write(`${words.join('\n')}\n`)
  return 0
}

function contextOf(command: Command, input: Input, io: Io): Context {
  const settings = settingsOf({ profile: input.text('profile'), baseUrl: input.text('base-url') }, io.env)
  const hasColour = wantsColour(io.stdout, io.env) && !input.flag('no-color')
  return {
    io,
    settings,
    client: (options = {}) => clientOf(settings, options),
    out: makeOutput(io, { isJson: input.flag('json'), hasColour, reveals: command.reveals }),
  }
}

function clientOf(settings: Settings, options: ClientOptions): Cardwright {
  if (!settings.apiKey)
    throw new UsageError(`profile "${settings.profile}" has no key; run cardwright login, or set CARDWRIGHT_API_KEY`)
  return new Cardwright({ apiKey: settings.apiKey, baseUrl: settings.baseUrl, ...options })
}

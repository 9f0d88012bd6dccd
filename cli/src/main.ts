// cardwright COMMAND: calls of the API, webhooks on a laptop, the sandbox, and the commands of the operator.

import { findCommand, type Read, readOptions, unknownCommand } from './arguments.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { candidates } from './completion.ts'
import { CommandError, explain, failureOf, UsageError } from './failures.ts'
import { helpOf, helpOfAll, helpOfGroup } from './help.ts'
import { isForOperator, operatorCommands, runOperatorCommand } from './operator.ts'
import { makeOutput, wantsColour } from './output.ts'
import { settingsOf } from './profiles.ts'
import { Cardwright, VERSION } from './sdk.ts'

const args = process.argv.slice(2)
try {
  await main()
} catch (error) {
  process.exitCode = report(error)
}

async function main(): Promise<unknown> {
  if (isForOperator(args)) return runOperatorCommand()
  // `cardwright events list | head` is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  if (args[0] === '__complete') return offer(candidates(commands, args.slice(1)))
  if (args[0] === '--version' || args[0] === 'version') return say(`cardwright ${VERSION}`)
  const isHelp = args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help'
  const found = findCommand(commands, args[0] === 'help' ? args.slice(1) : args)
  if ('command' in found) return isHelp ? say(helpOf(found.command)) : run(found.command, found.rest)
  if (isHelp && found.group) return say(helpOfGroup(commands, found.group))
  if (isHelp && !found.rest.some((each) => !each.startsWith('-'))) return say(helpOfAll(commands))
  const unknown = unknownCommand(
    [...commands, ...operatorCommands].map(({ name }) => name),
    found,
  )
  if (found.group) unknown.help = helpOfGroup(commands, found.group)
  throw unknown
}

async function run(command: Command, rest: string[]): Promise<void> {
  await act(command, rest).catch((error) => {
    if (error instanceof UsageError) error.help ??= helpOf(command)
    throw error
  })
}

async function act(command: Command, rest: string[]): Promise<void> {
  const read = readOptions(command, rest)
  const settings = settingsOf({ profile: read.text('profile'), baseUrl: read.text('base-url') })
  await command.run({
    ...read,
    settings,
    client: (options = {}) => clientOf(settings, options),
    out: outputOf(command, read),
  })
}

function clientOf(settings: ReturnType<typeof settingsOf>, options: object): Cardwright {
  if (!settings.apiKey)
    throw new UsageError(`profile "${settings.profile}" has no key; run: cardwright login, or set CARDWRIGHT_API_KEY`)
  return new Cardwright({ apiKey: settings.apiKey, baseUrl: settings.baseUrl, ...options })
}

function outputOf(command: Command, read: Read) {
  const hasColour = wantsColour(process.stdout, process.env) && !read.flag('no-color')
  return makeOutput({ isJson: read.flag('json'), hasColour, reveals: command.reveals })
}

/** Prints nothing at all without candidates: an empty line would be one, and keep the shell from offering files. */
function offer(words: string[]): void {
  if (words.length > 0) say(words.join('\n'))
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Returns the exit code. With --json the failure is printed as JSON too. */
function report(error: unknown): number {
  const failure = failureOf(error)
  if (!failure) {
    process.stderr.write(`cardwright: this should not have happened: ${(error as Error).stack}\n`)
    return 1
  }
  const isJson = args.includes('--json')
  process.stderr.write(`${isJson ? JSON.stringify(failure) : explain(failure, error)}\n`)
  if (error instanceof CommandError) return error.exitCode
  if (!(error instanceof UsageError)) return 1
  if (!isJson) process.stderr.write(`\n${error.help ?? 'More: cardwright --help'}\n`)
  return 2
}

import { shown } from './arguments.ts'
import type { Command } from './command.ts'

const CALL = 'npm run cardwright --'

export function helpOfAll(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => synopsis(command).length))
  const lines = commands.map((command) => `  ${synopsis(command).padEnd(width)}   ${command.summary}`)
  return `Commands for the operator of Cardwright.

  ${CALL} COMMAND [OPTIONS]

${lines.join('\n')}

More about one of them: ${CALL} COMMAND --help
Settings are those of the service, read from the environment: docs/operating/configuration.md`
}

export function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, option]) => [shown(name, option), helpText(option)] as const,
  )
  const width = Math.max(0, ...options.map(([left]) => left.length))
  const parts = [
    `${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.`,
    `  ${CALL} ${synopsis(command)}${options.length > 0 ? ' [OPTIONS]' : ''}`,
  ]
  if (options.length > 0) parts.push(options.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join('\n'))
  if (command.notes) parts.push(command.notes)
  return parts.join('\n\n')
}

function helpText({ help, required }: Command['options'][string]): string {
  return required ? `${help} (required)` : help
}

function synopsis({ name, argument }: Command): string {
  return argument ? `${name} ${argument}` : name
}

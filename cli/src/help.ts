import { globalOptions, shown } from './arguments.ts'
import type { Command, Option } from './command.ts'
import { operatorCommands } from './operator.ts'

export function helpOfAll(commands: readonly Command[]): string {
  return `Cardwright on the command line.

  cardwright COMMAND [OPTIONS]

${listed(commands)}

Options of every command:
${optionLines(globalOptions)}

Commands of the operator, on the machine of the service (settings: docs/operating/configuration.md):
${aligned(operatorCommands.map(({ name, summary }) => [name, summary]))}

Key and address come from CARDWRIGHT_API_KEY and CARDWRIGHT_BASE_URL, else from the profile that "cardwright login" made.
More about one command: cardwright COMMAND --help`
}

export function helpOfGroup(commands: readonly Command[], group: string): string {
  const operators = operatorCommands.filter(({ name }) => name.startsWith(`${group} `))
  return `  cardwright ${group} COMMAND [OPTIONS]

${listed([...commands.filter(({ name }) => name.startsWith(`${group} `)), ...operators])}

More about one command: cardwright ${group} COMMAND --help`
}

export function helpOf(command: Command): string {
  const options = command.options ?? {}
  const parts = [
    `${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.`,
    `  cardwright ${synopsis(command)}${Object.keys(options).length > 0 ? ' [OPTIONS]' : ''}`,
  ]
  if (Object.keys(options).length > 0) parts.push(optionLines(options))
  if (command.argChoices) parts.push(`${command.args![0]} is one of: ${command.argChoices.join(', ')}`)
  if (command.notes) parts.push(command.notes)
  parts.push(`Options of every command:\n${optionLines(globalOptions)}`)
  return parts.join('\n\n')
}

function listed(commands: readonly Pick<Command, 'name' | 'args' | 'summary'>[]): string {
  return aligned(commands.map((command) => [synopsis(command), command.summary]))
}

function optionLines(options: Record<string, Option>): string {
  return aligned(Object.entries(options).map(([name, option]) => [shown(name, option), helpText(option)]))
}

function helpText({ help, required, choices, value }: Option): string {
  const listedChoices = choices && (value !== undefined || choices.length > 4) ? `: ${choices.join(', ')}` : ''
  return `${help}${listedChoices}${required ? ' (required)' : ''}`
}

function aligned(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join('\n')
}

function synopsis({ name, args = [] }: Pick<Command, 'name' | 'args'>): string {
  return [name, ...args].join(' ')
}

import { shown } from './arguments.ts'
import type { Command, Listed, Option, Program } from './command.ts'

type Described = Omit<Program<never>, 'commands' | 'contextOf'> & { commands: readonly Listed[] }

export function helpOfAll({ title, call, commands, globalOptions, elsewhere, footer }: Described): string {
  const parts = [
    title,
    `  ${call} COMMAND [OPTIONS]`,
    listed(commands),
    `Options of every command:\n${optionLines(globalOptions)}`,
  ]
  if (elsewhere)
    parts.push(`${elsewhere.title}\n${aligned(elsewhere.commands.map(({ name, summary }) => [name, summary]))}`)
  return [...parts, `${footer}\nHelp for one command: ${call} COMMAND --help`].join('\n\n')
}

export function helpOfGroup({ call, commands, elsewhere }: Described, group: string): string {
  const all = [...commands, ...(elsewhere?.commands ?? [])]
  return `  ${call} ${group} COMMAND [OPTIONS]

${listed(all.filter(({ name }) => name.startsWith(`${group} `)))}

Help for one command: ${call} ${group} COMMAND --help`
}

export function helpOf(
  { call, globalOptions }: Pick<Described, 'call' | 'globalOptions'>,
  command: Omit<Command<never>, 'run'>,
): string {
  const options = command.options ?? {}
  const parts = [
    `${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.`,
    `  ${call} ${synopsis(command)}${Object.keys(options).length > 0 ? ' [OPTIONS]' : ''}`,
  ]
  if (Object.keys(options).length > 0) parts.push(optionLines(options))
  if (command.argChoices) parts.push(`${command.args![0]} is one of: ${command.argChoices.join(', ')}`)
  if (command.notes) parts.push(command.notes)
  parts.push(`Options of every command:\n${optionLines(globalOptions)}`)
  return parts.join('\n\n')
}

function listed(commands: readonly Listed[]): string {
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

function synopsis({ name, args = [] }: Listed): string {
  return [name, ...args].join(' ')
}

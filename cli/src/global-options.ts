import type { Option } from './command.ts'

export const globalOptions: Record<string, Option> = {
  json: { kind: 'flag', help: 'print JSON for programs' },
  profile: { kind: 'text', value: 'NAME', help: 'use this profile of the config file' },
  'base-url': { kind: 'text', value: 'URL', help: 'the address of the service, ending in /v1' },
  'no-color': { kind: 'flag', help: 'print no colours; the variable NO_COLOR does the same' },
  help: { kind: 'flag', help: 'show what a command does, and its arguments and options' },
}

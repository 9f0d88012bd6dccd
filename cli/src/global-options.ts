import type { Option } from './command.ts'

export const globalOptions: Record<string, Option> = {
  json: { kind: 'flag', help: 'print JSON, for programs' },
  profile: { kind: 'text', value: 'NAME', help: 'use this profile of the config file' },
  'base-url': { kind: 'text', value: 'URL', help: 'address of the service, with /v1 at its end' },
  'no-color': { kind: 'flag', help: 'no colours; NO_COLOR does the same' },
  help: { kind: 'flag', help: 'what a command does and takes' },
}

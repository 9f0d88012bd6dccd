// Profiles: a key and the address it is for, under a name.

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from './command.ts'
import { CommandError } from './framework/failures.ts'
import type { Io } from './framework/io.ts'
import { configPath, type Profile, readConfigFile, writeConfigFile } from './profiles.ts'
import { Cardwright } from './sdk.ts'

export const loginCommands: readonly Command[] = [
  {
    name: 'login',
    summary: 'save a key in a profile, and use that profile from now on',
    notes:
      'The command asks for the key, or reads it from standard input; an option would leave it in the history of the shell. It checks the\nkey before it saves it. --profile names the profile (default), and --base-url is the address of its service.',
    async run(call) {
      const apiKey = await readKey(call.io)
      const profile: Profile = { api_key: apiKey, ...(call.settings.baseUrl && { base_url: call.settings.baseUrl }) }
      const client = new Cardwright({ apiKey, baseUrl: profile.base_url })
      await client.keys.self() // every key may call this, whatever its scopes
      const { profiles } = readConfigFile(call.io.env)
      writeConfigFile(
        { current: call.settings.profile, profiles: { ...profiles, [call.settings.profile]: profile } },
        call.io.env,
      )
      const kept = { profile: call.settings.profile, environment: client.environment, base_url: client.baseUrl }
      call.out.happening(
        kept,
        `Profile "${kept.profile}": the ${kept.environment} at ${kept.base_url}, in ${configPath(call.io.env)}`,
      )
    },
  },
  {
    name: 'logout',
    summary: 'delete a profile with its key',
    async run(call) {
      const { current, profiles } = readConfigFile(call.io.env)
      const { profile } = call.settings
      needProfile(profiles, profile)
      const { [profile]: _, ...left } = profiles
      writeConfigFile({ current: current === profile ? 'default' : current, profiles: left }, call.io.env)
      call.out.happening({ profile, removed: true }, `Profile "${profile}" is deleted. The key itself is still valid.`)
    },
  },
  {
    name: 'whoami',
    summary: 'show what the current key may do, and how much of its budget is left',
    run: async (call) => call.out.object(await call.client().keys.self()),
  },
  {
    name: 'profiles list',
    summary: 'list the profiles, without their keys',
    async run(call) {
      const { current, profiles } = readConfigFile(call.io.env)
      const rows = Object.entries(profiles).map(([name, profile]) => describe(name, profile, current))
      call.out.list(rows, [
        ['NAME', 'name'],
        ['IN USE', 'current'],
        ['ENVIRONMENT', 'environment'],
        ['KEY', 'key'],
        ['ADDRESS', 'base_url'],
      ])
    },
  },
  {
    name: 'profiles use',
    summary: 'use a profile from now on',
    args: ['NAME'],
    async run(call) {
      const { profiles } = readConfigFile(call.io.env)
      const [name] = call.args as [string]
      needProfile(profiles, name)
      writeConfigFile({ current: name, profiles }, call.io.env)
      call.out.happening({ profile: name }, `Profile "${name}" is in use.`)
    },
  },
]

function describe(name: string, { api_key, base_url }: Profile, current: string) {
  return {
    name,
    current: name === current,
    environment: api_key.startsWith('sk_live_') ? 'production' : 'sandbox',
    key: `${api_key.slice(0, 8)}…${api_key.slice(-4)}`,
    base_url: base_url ?? null,
  }
}

function needProfile(profiles: Record<string, Profile>, name: string): void {
  if (Object.hasOwn(profiles, name)) return
  const names = Object.keys(profiles)
  throw new CommandError(
    `there is no profile "${name}"${names.length > 0 ? `; there are ${names.join(', ')}` : ' yet'}`,
  )
}

async function readKey({ stdin, stderr }: Io): Promise<string> {
  const isAsked = stdin.isTTY === true
  if (isAsked) stderr.write('API key (not shown): ')
  // Echoes to nowhere, so that the key is not shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: isAsked })
  try {
    for await (const line of lines) if (line.trim() !== '') return line.trim()
  } finally {
    lines.close()
    if (isAsked) stderr.write('\n')
  }
  throw new CommandError('no key was given')
}

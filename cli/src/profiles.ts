// Keys and addresses come from the environment, or else from a profile of the config file.

import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError, UsageError } from './framework/failures.ts'
import type { Environment } from './framework/io.ts'

export type Profile = { api_key: string; base_url?: string }
export type ConfigFile = { current: string; profiles: Record<string, Profile> }

export type Settings = {
  profile: string
  apiKey: string | undefined
  /** Undefined means the client library's default, the service on this machine. */
  baseUrl: string | undefined
}

export function configPath(env: Environment): string {
  return join(folder(env, 'XDG_CONFIG_HOME', '.config'), 'cardwright', 'config.json')
}

export function statePath(name: string, env: Environment): string {
  return join(folder(env, 'XDG_STATE_HOME', '.local/state'), 'cardwright', name)
}

/** The XDG specification requires relative paths to be ignored. */
function folder(env: Environment, name: string, usual: string): string {
  const given = env[name]
  return given?.startsWith('/') ? given : join(env.HOME || homedir(), usual)
}

export function readConfigFile(env: Environment): ConfigFile {
  const path = configPath(env)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: 'default', profiles: {} }
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
  try {
    const { current, profiles } = JSON.parse(text) as ConfigFile
    if (typeof current === 'string' && typeof profiles === 'object' && profiles !== null) return { current, profiles }
  } catch {
    // reported below
  }
  throw new CommandError(`${path} is not a config file of cardwright; correct it or delete it`)
}

export function writeConfigFile(config: ConfigFile, env: Environment): void {
  writePrivate(configPath(env), config)
}

/** Only its owner can read the file from the first byte on, and it is never half written. */
export function writePrivate(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}.new`
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, path)
}

export type Given = { profile: string | undefined; baseUrl: string | undefined }

/** Options override the environment, and the environment overrides the file. */
export function settingsOf(given: Given, env: Environment): Settings {
  const config = readConfigFile(env)
  const name = given.profile ?? (env.CARDWRIGHT_PROFILE || config.current)
  if (!/^[\w.-]{1,64}$/.test(name)) throw new UsageError(`"${name}" cannot be the name of a profile`)
  const profile = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined
  // A named profile is used as a whole, so that its key is not sent to another profile's service.
  if (given.profile !== undefined && profile)
    return { profile: name, apiKey: profile.api_key, baseUrl: given.baseUrl ?? profile.base_url }
  return {
    profile: name,
    apiKey: given.profile === undefined ? env.CARDWRIGHT_API_KEY || profile?.api_key : undefined,
    baseUrl: given.baseUrl ?? (env.CARDWRIGHT_BASE_URL || profile?.base_url),
  }
}

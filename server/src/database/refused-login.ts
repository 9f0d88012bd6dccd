// A refused login in one sentence for operators: which user, which setting it comes from, and PostgreSQL's reason.

import { userOf } from '../config/database-url.ts'
import { type Environment, environment } from '../config/environment.ts'
import { withoutSecrets } from '../log.ts'
import { sqlState } from './unavailable.ts'
import { urlOf } from './wire/target.ts'

/** Wrong user or password (28), no such database (3D000). */
const REFUSED = /^(28...|3D000)$/
const SETTINGS = ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const

/** Undefined for any other failure. */
export function refusedLogin(error: unknown, env: Environment = environment): string | undefined {
  if (!REFUSED.test(sqlState(error) ?? '')) return undefined
  const reason = withoutSecrets((error as Error).message)
  const named = /(?:user|role) "([^"]+)"/.exec(reason)?.[1]
  // PostgreSQL names the user, and so tells which of the two logins was refused.
  const setting = SETTINGS.find((name) => named !== undefined && loginOf(name, env)?.user === named) ?? 'DATABASE_URL'
  const login = loginOf(setting, env)
  if (!login) return `the database refused the login: ${reason}`
  const origin = login.isNamed ? `of ${setting}` : `(${setting} names no user, so it is the operating system's)`
  return `the database refused the user "${login.user}" ${origin}: ${reason}`
}

function loginOf(setting: (typeof SETTINGS)[number], env: Environment): { user: string; isNamed: boolean } | undefined {
  const value = env[setting]
  if (value === undefined || value === '') return undefined
  const url = urlOf({ url: value })
  const user = url.user ?? (setting === 'DATABASE_URL' ? env.PGUSER : undefined)
  return { user: user ?? userOf(url), isNamed: user !== undefined }
}

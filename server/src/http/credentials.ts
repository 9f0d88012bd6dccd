// A credential is an API key, or the cookie of a person's session together with an environment. Both resolve to a workspace,
// and can be resolved again while a request or a stream goes on.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EnvironmentName } from '../accounts/environments.ts'
import type { Scope } from '../accounts/scopes.ts'
import { touchScopes } from '../accounts/stored-rights.ts'
import { findWorkspacesBySessions, touchSessions } from '../accounts/user-sessions.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import type { Uuid } from '../ids.ts'
import { KeyCache } from './key-cache.ts'
import { NotedUse } from './noted-use.ts'
import { WorkspaceCache } from './workspace-cache.ts'

declare module '../services.ts' {
  interface Services {
    credentials: Credentials
  }
}

const SESSION_COOKIE = 'session_token'
const NOTE_SESSION_MS = 30_000
const NOTE_SCOPE_MS = 60_000

export type SessionCredential = { token: string; environment: EnvironmentName }
export type Credential = string | SessionCredential

/** How session cookies are named and signed, and how long an unused session lasts. */
export type SessionCookies = { prefix: string; secret: string; idleMs: number }

/** What other processes must forget too: all credentials of a workspace, or a person's session. */
export type Forgotten = { workspace: Uuid } | { session: string }
/** Resolves once no other process on this machine trusts it any more. */
export type TellOthers = (forgotten: Forgotten) => Promise<void>

export class Credentials {
  readonly #keys: KeyCache
  readonly #sessions: WorkspaceCache
  readonly #sessionsInUse: NotedUse
  readonly #scopesInUse: NotedUse
  readonly #cookies: SessionCookies
  readonly #tellOthers: TellOthers

  constructor(sql: Sql, write: Sql, cookies: SessionCookies, tellOthers: TellOthers = async () => {}) {
    this.#tellOthers = tellOthers
    this.#keys = new KeyCache(sql, write)
    this.#sessions = sessionCache(sql)
    this.#sessionsInUse = new NotedUse(NOTE_SESSION_MS, (tokens) =>
      touchSessions(write, tokens, new Date(), cookies.idleMs),
    )
    this.#scopesInUse = new NotedUse(NOTE_SCOPE_MS, (uses) => touchScopes(write, uses, new Date()))
    this.#cookies = cookies
  }

  resolve(credential: Credential): Workspace | undefined | Promise<Workspace | undefined> {
    return typeof credential === 'string' ? this.#keys.resolve(credential) : this.#sessions.resolve(textOf(credential))
  }

  /** For a credential whose workspace, or whose person's rights, have changed. */
  forget(credential: Credential): void {
    if (typeof credential === 'string') this.#keys.forget(credential)
    else this.#sessions.forget(textOf(credential))
  }

  /** For a session that may just have ended. */
  forgetSession(token: string): Promise<void> {
    return this.#forgetEverywhere({ session: token })
  }

  /** Forgets every credential of a workspace, after one was revoked or the workspace was replaced. */
  forgetWorkspace(id: Uuid): Promise<void> {
    return this.#forgetEverywhere({ workspace: id })
  }

  /** Forgets only in this process, because another process said so or the credential only has to be looked up again. */
  forgetHere(forgotten: Forgotten): void {
    if ('session' in forgotten) {
      for (const environment of ['sandbox', 'production'] as const)
        this.forget({ token: forgotten.session, environment })
    } else {
      this.#keys.forgetWorkspace(forgotten.workspace)
      this.#sessions.forgetWorkspace(forgotten.workspace)
    }
  }

  #forgetEverywhere(forgotten: Forgotten): Promise<void> {
    this.forgetHere(forgotten)
    return this.#tellOthers(forgotten)
  }

  /** The person is using the session, so it lasts for another idle period. */
  noteSessionUse(token: string): void {
    this.#sessionsInUse.note(token)
  }

  /** A key has used one of its scopes. */
  noteScopeUse(keyId: Uuid, scope: Scope): void {
    this.#scopesInUse.note(`${keyId} ${scope}`)
  }

  /** How long an unused session lasts. */
  get sessionIdleMs(): number {
    return this.#cookies.idleMs
  }

  /** The secret that signs cookies and encrypts second factors. */
  get secret(): string {
    return this.#cookies.secret
  }

  /** The session token in a `Cookie` header; undefined when there is none that we have signed. */
  tokenOf(cookieHeader: string | undefined): string | undefined {
    return this.signedCookie(cookieHeader, SESSION_COOKIE)
  }

  /** Our own cookies of a header; `withSession` says whether to include the session's. */
  ownCookies(cookieHeader: string | undefined, withSession: boolean): string | undefined {
    const { prefix } = this.#cookies
    const own = (cookieHeader ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(prefix) && (withSession || !pair.startsWith(`${prefix}${SESSION_COOKIE}=`)))
    return own.length > 0 ? own.join('; ') : undefined
  }

  /** The value of one of our cookies by its short name; undefined when there is none that we have signed. */
  signedCookie(cookieHeader: string | undefined, name: string): string | undefined {
    const value = cookieHeader && cookieNamed(cookieHeader, `${this.#cookies.prefix}${name}`)
    if (!value || value.length > 500) return undefined
    const dot = value.lastIndexOf('.')
    const token = value.slice(0, dot)
    const signature = Buffer.from(value.slice(dot + 1))
    const expected = Buffer.from(createHmac('sha256', this.#cookies.secret).update(token).digest('base64'))
    return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : undefined
  }
}

function textOf({ token, environment }: SessionCredential): string {
  return `${environment} ${token}`
}

function sessionCache(sql: Sql): WorkspaceCache {
  const lookup = new BatchedRead<string, Workspace[]>(async (tokens) => {
    const found = await findWorkspacesBySessions(sql, tokens, new Date())
    return tokens.map((token) => found.get(token))
  })
  return new WorkspaceCache(async (text) => {
    const [environment, token] = text.split(' ') as [EnvironmentName, string]
    return (await lookup.get(token))?.find((workspace) => workspace.environment === environment)
  })
}

function cookieNamed(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const pair = part.trim()
    if (pair.startsWith(`${name}=`)) return decoded(pair.slice(name.length + 1))
  }
  return undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

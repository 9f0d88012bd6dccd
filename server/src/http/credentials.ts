// What a request may be made with: an API key, or the cookie of a person's session together with an environment.
// Both resolve to a workspace, and can be resolved again while a request or a stream goes on.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { findWorkspacesBySessions } from '../accounts/user-sessions.ts'
import type { EnvironmentName, Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import type { Uuid } from '../ids.ts'
import { KeyCache } from './key-cache.ts'
import { WorkspaceCache } from './workspace-cache.ts'

export type SessionCredential = { token: string; environment: EnvironmentName }
export type Credential = string | SessionCredential

/** How the cookies of sessions are called and signed. */
export type SessionCookies = { name: string; secret: string }

export class Credentials {
  readonly #keys: KeyCache
  readonly #sessions: WorkspaceCache
  readonly #cookies: SessionCookies

  constructor(sql: Sql, write: Sql, cookies: SessionCookies) {
    this.#keys = new KeyCache(sql, write)
    this.#sessions = sessionCache(sql)
    this.#cookies = cookies
  }

  resolve(credential: Credential): Workspace | undefined | Promise<Workspace | undefined> {
    return typeof credential === 'string' ? this.#keys.resolve(credential) : this.#sessions.resolve(textOf(credential))
  }

  /** For one whose workspace, or whose person's standing, has changed. */
  forget(credential: Credential): void {
    if (typeof credential === 'string') this.#keys.forget(credential)
    else this.#sessions.forget(textOf(credential))
  }

  /** For one that may just have ended. */
  forgetSession(token: string): void {
    for (const environment of ['sandbox', 'production'] as const) this.forget({ token, environment })
  }

  /** For every credential of a workspace that has just been replaced here. */
  forgetWorkspace(id: Uuid): void {
    this.#keys.forgetWorkspace(id)
    this.#sessions.forgetWorkspace(id)
  }

  /** What the cookies are signed, and second factors are encrypted with. */
  get secret(): string {
    return this.#cookies.secret
  }

  /** The token of the session in a `Cookie` header; undefined where there is none that we have signed. */
  tokenOf(cookieHeader: string | undefined): string | undefined {
    const value = cookieHeader && cookieNamed(cookieHeader, this.#cookies.name)
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

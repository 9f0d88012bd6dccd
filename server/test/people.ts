// People of a test account, who make calls like a browser with the cookie of their session.

import assert from 'node:assert/strict'
import type { EnvironmentName } from '../src/accounts/environments.ts'
import type { RoleName } from '../src/accounts/roles.ts'
import type { Uuid } from '../src/ids.ts'
import type { Answer, TestService } from './harness.ts'
import { sendRequest } from './send-request.ts'
import { signedInPerson } from './signed-in-person.ts'

export { PASSWORD } from './signed-in-person.ts'

type Call = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** Paths are complete: `/v1/…` or `/dashboard/…`. */
export type Browser = {
  email: string
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post: Call
  patch: Call
  delete: Call
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** For a streaming response. */
  open(path: string): Promise<Response>
  /** The same person in the other environment. */
  in(environment: EnvironmentName): Browser
}

/** A browser without a session, which stores the cookies that it receives. */
export function browserOf(url: string, email = '', origin = url): Browser {
  return withCookies({ url, origin, email, cookies: new Map() }, 'sandbox')
}

type Identity = { url: string; origin: string; email: string; cookies: Map<string, string> }

function withCookies(identity: Identity, environment: EnvironmentName): Browser {
  const { url, origin, email, cookies } = identity
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call: Browser['call'] = async (method, path, body, headers = {}) => {
    const { status, text, ...answer } = await sendRequest(`${url}${path}`, {
      method,
      headers: withoutEmpty({
        cookie: cookieHeader(),
        'x-cardwright-environment': environment,
        origin: method === 'GET' ? '' : origin,
        'content-type': body === undefined ? '' : 'application/json',
        ...headers,
      }),
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    keep(cookies, answer.headers.getSetCookie())
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    const parsed = isJson ? JSON.parse(text) : text
    return { status, body: text === '' ? undefined : parsed, headers: answer.headers }
  }
  return {
    email,
    cookies,
    call,
    open: (path) =>
      fetch(`${url}${path}`, { headers: { cookie: cookieHeader(), 'x-cardwright-environment': environment } }),
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, body, headers) => call('DELETE', path, body, headers),
    in: (other) => withCookies(identity, other),
  }
}

/** A header that a test sets to the empty text is not sent. */
function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
}

function keep(cookies: Map<string, string>, set: string[]): void {
  for (const line of set) {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=', 2)
    if (value === '' || attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, value)
  }
}

let joined = 0

/** Somebody has joined the account, and is signed in. */
export async function join(service: TestService, accountId: Uuid, role: RoleName): Promise<Browser> {
  const email = `${role}-${++joined}@example.com`
  const cookie = await signedInPerson(service, { accountId, role, name: `Test ${role}`, email })
  const browser = browserOf(service.url, email, service.config.publicUrl)
  browser.cookies.set(cookie.name, cookie.value)
  return browser
}

export function tokenOf(link: string): string {
  return link.slice(link.indexOf('#') + 1)
}

/** Makes the session stale, as if the person had last authenticated six minutes ago. Five are allowed. */
export async function growStale(service: TestService, person: Browser): Promise<void> {
  await service.services.database.transaction(
    (tx) => tx`
      update user_sessions s set authenticated_at = now() - interval '6 minutes'
      from users u where u.id = s.user_id and u.email = ${person.email}`,
  )
  await becomes(async () => (await person.get('/dashboard/session')).body.reauthenticated_until, null)
}

/** Returns the actions in the log of the account's production workspace, newest first, without this read itself. */
export async function actionsOf(owner: Browser, query = ''): Promise<string[]> {
  const { body } = await owner.in('production').get(`/dashboard/audit-log?per_page=100${query}`)
  return body.data.map((each: { action: string }) => each.action).filter((action: string) => action !== 'audit.read')
}

/** Returns the account that a key belongs to. */
export async function accountOf(service: TestService, key: string): Promise<Uuid> {
  const workspace = await service.services.credentials.resolve(key)
  return workspace!.accountId
}

/** Credentials are cached for less than a second, so a request after that must return the wanted value. */
export async function becomes<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  const changedAt = performance.now()
  for (;;) {
    const askedAt = performance.now()
    const seen = await look()
    if (seen === wanted) return
    assert.ok(askedAt - changedAt < 1_000, `still ${seen}`)
  }
}

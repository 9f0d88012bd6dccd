// A route is one operation: its input, its answers, and what it does. `serve.ts` does the rest in the same way for all routes:
// authentication, limits, validation. A route that changes money or a card names the rows it needs and decides on them; the
// engine locks, commits and handles idempotency keys.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { Access } from '../accounts/roles.ts'
import type { Scope } from '../accounts/scopes.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql, Tx } from '../database/database.ts'
import type { Books } from '../engine/books.ts'
import type { Needs } from '../engine/needs.ts'
import type { Answer, Operation, RequestKey } from '../engine/operation.ts'
import type { Refusal } from '../engine/refusal.ts'
import type { ErrorId } from '../errors.ts'
import type { Changes } from '../ledger/changes.ts'
import type { Services } from '../services.ts'
import type { Credential } from './credentials.ts'

export type Caller = { requestId: string; ip: string }

/** `serviceUrl` is where this caller reaches the service, for addresses in answers. It has no trailing slash. */
export type RequestCaller = Caller & { readonly serviceUrl: string }

type Input<P, Q, B> = { params: P; query: Q; body: B }

export type ReadContext<P, Q, B> = Input<P, Q, B> & {
  sql: Sql
  workspace: Workspace
  services: Services
  caller: RequestCaller
}

export type WriteContext<P, Q, B> = Input<P, Q, B> & {
  tx: Tx
  workspace: Workspace
  /** Workspace time, as this transaction read it. */
  now: Date
  /** What this request writes. It is recorded with the stored answer, in the flush that commits. */
  changes: Changes
  services: Services
  caller: RequestCaller
}

/** `workspace` is set when the route has replaced the workspace, and is the one that the stored answer belongs to. */
export type Reply = { status: number; body: unknown; workspace?: Workspace }

/**
 * A decision that needs an answer from outside. What it has begun is committed, and nothing is answered yet. `resume` asks for
 * the answer and says how the change ends. If it cannot, what has begun is not lost.
 */
export class Pending<Begun> {
  readonly begun: Begun

  constructor(begun: Begun) {
    this.begun = begun
  }
}

/**
 * Under the locks it turned out that what was prepared is outdated. Nothing is written, and the change starts again, after
 * `before` has done what may not be done under locks.
 */
export class Again {
  readonly before: (() => Promise<unknown>) | undefined

  constructor(before?: () => Promise<unknown>) {
    this.before = before
  }
}

/** The second part of a change. */
export type Ending = { needs: Needs; decide(books: Books): Reply | Refusal }
/** A second part that may start again. */
export type RepeatableEnding = { needs(): Needs; decide(books: Books): Reply | Refusal | Again }

/** For a route that changes money or a card. `prepared` is what `prepare` read. */
export type ChangeContext<P, Q, B, Prepared> = Input<P, Q, B> & {
  workspace: Workspace
  services: Services
  prepared: Prepared
  /** The idempotency key of the request, if it has one. */
  key: RequestKey | undefined
}

/** For a route that streams its answer: it checks first, and gets the response once the headers are sent. */
export type StreamContext<P, Q, B> = Input<P, Q, B> & {
  workspace: Workspace
  credential: Credential
  headers: IncomingHttpHeaders
  services: Services
  caller: RequestCaller
}

type Common<P extends TSchema, Q extends TSchema, B extends TSchema> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to /v1, or to /dashboard, parameters as `:name`. */
  url: string
  operationId: string
  tag: string
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  /** Where a body may be larger than elsewhere (64 KiB). */
  maxBodyBytes?: number
  reply: Record<number, TSchema>
  /** The media type of a successful answer, when it is not JSON. */
  media?: string
  /** An example of the same data as CSV, when the operation can answer with CSV. */
  csv?: string
  errors?: ErrorId[]
  /** Counts in a window of its own besides the general ones. */
  limit?: 'card_creations' | 'card_details'
  /** Refused with `sandbox_only` to a live key. */
  sandboxOnly?: boolean
  /** What a person's role must grant. The default is `view` for a GET and `operate` otherwise. It does not concern keys. */
  access?: Access
  /** The scope that a key needs; null lets every key in. When left out, no key may use the route: it is for people. */
  scope?: Scope | null
  /** Further scopes that a key needs when the body has these fields. */
  fieldScopes?: Record<string, Scope>
  /**
   * `never`: no agent key may use the route, whatever its scopes. `neverSend`: no agent key may send these fields.
   * `scopeForOwnCards`: an agent key needs this scope instead, and the card must have been made through it.
   */
  agents?: 'never' | { neverSend: readonly string[] } | { scopeForOwnCards: Scope }
  /**
   * What a key that is bound to some cards reaches. `within`: its cards, found by the field names in key-bounds.ts, or by the list
   * itself. `own`: the same, but not for a key bound to cards by their ids, because the route creates a card. `open`: everything,
   * because the route shows nothing about cards. When left out, such a key is refused.
   */
  bounds?: 'within' | 'own' | 'open'
  /** A person must have reauthenticated within the last five minutes. */
  freshly?: 'always'
  /** A person may call it without naming an environment. */
  anyEnvironment?: boolean
  /** Open to a person whose account requires a second factor and who has none yet. */
  whileEnrolling?: boolean
  /** Checks what the schema cannot express, and throws. Runs with the validation, before anything is counted or looked up. */
  check?(
    input: Input<Static<P>, Static<Q>, Static<B>> & { workspace: Workspace; services: Services; caller: RequestCaller },
  ): unknown
}

export type ReadRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  /** A list, an export or a page of the dashboard that decides nothing, so a standby may answer it. */
  mayReadStandby?: true
  /** The body, or a `Streamed` one. */
  read(context: ReadContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>
}

export type WriteRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  /** The answer holds a secret: its stored copy is sealed. */
  secretAnswer?: boolean
  /** Throws when the object that the path names does not exist. Checked before an idempotent replay. */
  subject?(context: ReadContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>
  /** Throws for bad input. A refusal that depends on stored state is a value. */
  write(context: WriteContext<Static<P>, Static<Q>, Static<B>>): Promise<Reply | Refusal>
}

export type ChangeRoute<P extends TSchema, Q extends TSchema, B extends TSchema, Prepared> = Common<P, Q, B> & {
  /** The answer holds a secret: its stored copy is sealed. */
  secretAnswer?: boolean
  /** How long the caller waits for the decision; five seconds when left out. */
  withinMs?: number
  wakes?: Operation['wakes']
  /** Reads what never changes, before anything is locked. Throws when the object that the path names does not exist. */
  prepare?(context: ReadContext<Static<P>, Static<Q>, Static<B>>): Prepared | Promise<Prepared>
  needs(context: ChangeContext<Static<P>, Static<Q>, Static<B>, Prepared>): Needs
  /** Pure and synchronous, on the rows it needs. */
  decide(
    context: ChangeContext<Static<P>, Static<Q>, Static<B>, Prepared>,
    books: Books,
    // biome-ignore lint/suspicious/noExplicitAny: what has begun is known to the route alone, which hands it to itself
  ): Reply | Refusal | Pending<any> | Again
  /** For a pending decision. Throws when nobody can be asked now; the request is then answered with that error. */
  resume?(
    context: ChangeContext<Static<P>, Static<Q>, Static<B>, Prepared>,
    // biome-ignore lint/suspicious/noExplicitAny: as above
    begun: any,
  ): Promise<Ending | RepeatableEnding>
  /** What must happen before a successful answer is sent, the first time and at every replay. */
  finish?(context: ChangeContext<Static<P>, Static<Q>, Static<B>, Prepared>, answer: Answer): Promise<void>
}

export type StreamRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  open(context: StreamContext<Static<P>, Static<Q>, Static<B>>): Promise<(response: ServerResponse) => void>
}

// biome-ignore-start lint/suspicious/noExplicitAny: a list of routes holds many shapes; each was checked where it was defined
export type AnyRoute =
  | ReadRoute<any, any, any>
  | WriteRoute<any, any, any>
  | ChangeRoute<any, any, any, any>
  | StreamRoute<any, any, any>
// biome-ignore-end lint/suspicious/noExplicitAny: as above

export function read<P extends TSchema, Q extends TSchema, B extends TSchema>(route: ReadRoute<P, Q, B>): AnyRoute {
  return route
}

export function write<P extends TSchema, Q extends TSchema, B extends TSchema>(route: WriteRoute<P, Q, B>): AnyRoute {
  return route
}

export function change<P extends TSchema, Q extends TSchema, B extends TSchema, Prepared = undefined>(
  route: ChangeRoute<P, Q, B, Prepared>,
): AnyRoute {
  return route
}

export function stream<P extends TSchema, Q extends TSchema, B extends TSchema>(route: StreamRoute<P, Q, B>): AnyRoute {
  return route
}

// A route is one operation: what it takes, what it answers, and what it does. `serve.ts` does the rest
// around it in the same way for all: key, limits, validation. What changes money or a card says what it needs and
// decides on it; the engine locks, commits and keeps idempotency keys.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { Scope } from '../accounts/scopes.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql, Tx } from '../database/database.ts'
import type { Books } from '../engine/books.ts'
import type { Answer, Needs, Operation, RequestKey } from '../engine/operation.ts'
import type { Refusal } from '../engine/refusal.ts'
import type { Changes } from '../ledger/changes.ts'
import type { Access } from '../people/roles.ts'
import type { Services } from '../services.ts'
import type { Credential } from './credentials.ts'
import type { ErrorId } from './errors.ts'

export type Caller = { requestId: string; ip: string }

/** `serviceUrl`: where this caller reaches the service, for addresses in an answer. Without a slash at its end. */
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
  /** What this request writes; recorded, with the stored answer, in the flush that commits. */
  changes: Changes
  services: Services
  caller: RequestCaller
}

/** `workspace` is the one the stored answer belongs to, where the route has put a new one in the old one's place. */
export type Reply = { status: number; body: unknown; workspace?: Workspace }

/**
 * A decision that somebody outside must have a part in: what it has begun is committed, nothing is answered yet. `resume`
 * asks them, and says how the change ends; what has begun is not lost where it cannot.
 */
export class Pending<Begun> {
  readonly begun: Begun

  constructor(begun: Begun) {
    this.begun = begun
  }
}

/**
 * Under the locks it has turned out that what was prepared is of yesterday: nothing is written, and the change begins anew,
 * once `before` is done, where there is something to do that may not be done under locks.
 */
export class Again {
  readonly before: (() => Promise<unknown>) | undefined

  constructor(before?: () => Promise<unknown>) {
    this.before = before
  }
}

/** The second half of a change. */
export type Ending = { needs: Needs; decide(books: Books): Reply | Refusal }
/** One that may begin anew. */
export type RepeatableEnding = { needs(): Needs; decide(books: Books): Reply | Refusal | Again }

/** For a route that changes money or a card. `prepared` is what `prepare` read. */
export type ChangeContext<P, Q, B, Prepared> = Input<P, Q, B> & {
  workspace: Workspace
  services: Services
  prepared: Prepared
  /** Of the request, where it has one. */
  key: RequestKey | undefined
}

/** For a route whose answer goes on: it judges first, and is handed the response when the headers are out. */
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
  /** What a successful answer is, where it is not JSON. */
  media?: string
  /** What the same data looks like as CSV, where the operation can answer so. */
  csv?: string
  errors?: ErrorId[]
  /** Counts in a window of its own besides the general ones. */
  limit?: 'card_creations' | 'card_details'
  /** Refused with `sandbox_only` to a live key. */
  sandboxOnly?: boolean
  /** What a person's role must grant; left out, `view` for a GET and `operate` for the rest. Keys are not judged by it. */
  access?: Access
  /** What a key must have; null where every key may ask. Left out, no key may: the route is for people. */
  scope?: Scope | null
  /** What a key must have besides, where the body has the field. */
  fieldScopes?: Record<string, Scope>
  /**
   * `never`: no agent key may, whatever its scopes; or no agent key may send these fields; or an agent key needs this scope in
   * the place of the other, and the card must have been made through it.
   */
  agents?: 'never' | { neverSend: readonly string[] } | { scopeForOwnCards: Scope }
  /**
   * What of it a key reaches that is bound to some cards. `within`: its cards, found by the names in key-bounds.ts, and in a list
   * by the list itself. `own`: the same, but not for a key that is bound to cards by their ids, since a new card comes of it.
   * `open`: all of it, since it tells nothing of cards. Left out: nothing, the key is refused.
   */
  bounds?: 'within' | 'own' | 'open'
  /** A person must have proved who they are within the last five minutes. */
  freshly?: 'always'
  /** A person may call it without saying in which environment. */
  anyEnvironment?: boolean
  /** Open to a person whose account requires a second factor and who has none yet. */
  whileEnrolling?: boolean
  /** What the schema cannot say of the input; throws. Judged with the validation, before anything is counted or looked up. */
  check?(
    input: Input<Static<P>, Static<Q>, Static<B>> & { workspace: Workspace; services: Services; caller: RequestCaller },
  ): unknown
}

export type ReadRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  /** A list, an export or a page of the dashboard, on which nothing is decided: a standby may answer it. */
  mayReadStandby?: true
  /** The body, or a `Streamed` one. */
  read(context: ReadContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>
}

export type WriteRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  /** The answer holds a secret: its stored copy is sealed. */
  secretAnswer?: boolean
  /** Throws when the object that the path names does not exist: judged before an idempotent replay. */
  subject?(context: ReadContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>
  /** Throws for bad input; a refusal that depends on the state of things is a value. */
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
  /** For a decision that is pending. Throws where nobody can be asked now; then the request is answered with that. */
  resume?(
    context: ChangeContext<Static<P>, Static<Q>, Static<B>, Prepared>,
    // biome-ignore lint/suspicious/noExplicitAny: as above
    begun: any,
  ): Promise<Ending | RepeatableEnding>
  /** What must have happened before an answer that is no refusal is sent, the first time and at every replay. */
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

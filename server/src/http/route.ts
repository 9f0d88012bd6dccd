// A route is one operation: what it takes, what it answers, and what it does. `serve.ts` does the rest
// around it in the same way for all: key, limits, validation, transaction, idempotency, commit.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { Access } from '../accounts/roles.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql, Tx } from '../database/database.ts'
import type { Changes } from '../ledger/changes.ts'
import type { Services } from '../services.ts'
import type { Credential } from './credentials.ts'
import type { ErrorId } from './errors.ts'
import type { IdempotentRequest } from './idempotency.ts'
import type { Streamed } from './streamed.ts'

export type Caller = { requestId: string; ip: string }

type Input<P, Q, B> = { params: P; query: Q; body: B }

export type ReadContext<P, Q, B> = Input<P, Q, B> & {
  sql: Sql
  workspace: Workspace
  services: Services
  caller: Caller
}

export type WriteContext<P, Q, B> = Input<P, Q, B> & {
  tx: Tx
  workspace: Workspace
  /** Workspace time, as this transaction read it. */
  now: Date
  /** What this request writes; recorded, with the stored answer, in the flush that commits. */
  changes: Changes
  services: Services
  caller: Caller
}

/** `workspace` is the one the stored answer belongs to, where the route has put a new one in the old one's place. */
export type Reply = { status: number; body: unknown; workspace?: Workspace }

/** For a route that hands its work to a batch: the batch looks up, claims and stores under the key itself. */
export type SubmitContext<P, Q, B> = Input<P, Q, B> & {
  workspace: Workspace
  idempotent: IdempotentRequest | undefined
  services: Services
  caller: Caller
}

/** For a route whose answer goes on: it judges first, and is handed the response when the headers are out. */
export type StreamContext<P, Q, B> = Input<P, Q, B> & {
  workspace: Workspace
  credential: Credential
  headers: IncomingHttpHeaders
  services: Services
  caller: Caller
}

/** What goes over the wire: the text is what an idempotency key keeps. */
export type Answer = { status: number; text: string; replayed: boolean; streamed?: Streamed }

type Common<P extends TSchema, Q extends TSchema, B extends TSchema> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to /v1, or to /dashboard, parameters as `:name`. */
  url: string
  operationId: string
  tag: string
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
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
  /** The answer masks passcodes for a key that may not see them, so that a read-only key may ask although it is a reveal. */
  masks?: boolean
  /** A person must have proved who they are within the last five minutes. */
  freshly?: 'always'
  /** A person may call it without saying in which environment. */
  anyEnvironment?: boolean
  /** Open to a person whose account requires a second factor and who has none yet. */
  whileEnrolling?: boolean
  /** What the schema cannot say of the input; throws. Judged with the validation, before anything is counted or looked up. */
  check?(input: Input<Static<P>, Static<Q>, Static<B>> & { workspace: Workspace; services: Services }): unknown
}

export type ReadRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  /** The body, or a `Streamed` one. */
  read(context: ReadContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>
}

export type WriteRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  /** The answer holds a secret: its stored copy is sealed. */
  secretAnswer?: boolean
  /** Throws when the object that the path names does not exist: judged before an idempotent replay. */
  subject?(context: ReadContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>
  write(context: WriteContext<Static<P>, Static<Q>, Static<B>>): Promise<Reply>
}

export type SubmitRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  submit(context: SubmitContext<Static<P>, Static<Q>, Static<B>>): Promise<Answer>
}

export type StreamRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Common<P, Q, B> & {
  open(context: StreamContext<Static<P>, Static<Q>, Static<B>>): Promise<(response: ServerResponse) => void>
}

// biome-ignore-start lint/suspicious/noExplicitAny: a list of routes holds many shapes; each was checked where it was defined
export type AnyRoute =
  | ReadRoute<any, any, any>
  | WriteRoute<any, any, any>
  | SubmitRoute<any, any, any>
  | StreamRoute<any, any, any>
// biome-ignore-end lint/suspicious/noExplicitAny: as above

export function read<P extends TSchema, Q extends TSchema, B extends TSchema>(route: ReadRoute<P, Q, B>): AnyRoute {
  return route
}

export function write<P extends TSchema, Q extends TSchema, B extends TSchema>(route: WriteRoute<P, Q, B>): AnyRoute {
  return route
}

export function submit<P extends TSchema, Q extends TSchema, B extends TSchema>(route: SubmitRoute<P, Q, B>): AnyRoute {
  return route
}

export function stream<P extends TSchema, Q extends TSchema, B extends TSchema>(route: StreamRoute<P, Q, B>): AnyRoute {
  return route
}

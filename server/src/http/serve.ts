// Runs a route for a request, in the order of judgement that the contract fixes: key (401), limits (429), a person's
// role (403), validation (400), object (404), idempotent replay, state, funds. The key and the limits are judged
// before the body is even read (authorize.ts); the rest is here.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type Sql, unavailable } from '../database/database.ts'
import { type Answered, type Decision, NotDecided, type Operation, type RequestKey } from '../engine/operation.ts'
import { runOwnTransaction } from '../engine/own-transaction.ts'
import { Refusal } from '../engine/refusal.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Services } from '../services.ts'
import { countCreation, resolveAgain } from './authorize.ts'
import { ApiError, errorOf } from './errors.ts'
import { idempotencyKey, requestKey } from './idempotency.ts'
import { judgePerson, judgeReadOnlyKey } from './judge-person.ts'
import {
  Again,
  type AnyRoute,
  type Caller,
  type ChangeRoute,
  type Ending,
  Pending,
  type ReadRoute,
  type RepeatableEnding,
  type Reply,
  type StreamRoute,
  type WriteRoute,
} from './route.ts'
import { EmptyBody, Strict } from './schemas.ts'
import { ownHeadersOf, sendJson } from './send.ts'
import { Streamed, sendStream, startStream } from './streamed.ts'
import { countEvents, noteCauses } from './trace-request.ts'
import { bodyCheck, queryCheck } from './validation.ts'

/** What goes over the wire. */
type Answer = Answered & { streamed?: Streamed }

type Input = { params: unknown; query: unknown; body: unknown }

export function serve(app: FastifyInstance, services: Services, route: AnyRoute): void {
  const checkBody = route.method === 'GET' ? undefined : bodyCheck(route.body ?? EmptyBody)
  const checkQuery = queryCheck(route.query ?? Strict({}))
  app.route({
    method: route.method,
    url: route.url,
    config: { limit: route.limit, anyEnvironment: route.anyEnvironment },
    async handler(request, reply) {
      const input: Input = {
        params: request.params,
        query: request.query,
        body: request.body === undefined ? {} : request.body,
      }
      if (request.workspace.person) await judgePerson(services, route, request)
      const { workspace } = request
      if (route.sandboxOnly && workspace.environment !== 'sandbox') throw new ApiError('sandbox_only')
      if (workspace.readOnly) judgeReadOnlyKey(route)
      const key = route.method === 'GET' ? undefined : idempotencyKey(request.headers['x-idempotency-key'])
      checkQuery(input.query)
      checkBody?.(input.body)
      if (route.check) await route.check({ ...input, workspace, services } as never)
      if (route.limit === 'card_creations') await countCreation(services, request)
      if ('open' in route) return openStream(services, route, request, reply, input)
      const answer = await run(services, route, request, input, key)
      const own = ownHeadersOf(request)
      if (answer.isReplay) {
        services.metrics.replays.inc()
        own['Idempotent-Replayed'] = 'true'
      }
      if (answer.streamed) await sendStream(services, request, reply, answer.streamed, own)
      else sendJson(services, request, reply, answer.status, answer.text, own)
      return reply
    },
  })
}

async function openStream(
  services: Services,
  route: StreamRoute<TSchema, TSchema, TSchema>,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input,
): Promise<FastifyReply> {
  if (request.method === 'HEAD') {
    startStream(services, request, reply, route.media!, ownHeadersOf(request)).end()
    return reply
  }
  const { workspace, credential, headers } = request
  const context = { ...input, workspace, credential, headers, services, caller: new RequestCaller(request) }
  const begin = await route.open(context as never).catch((error) => {
    throw unavailable(error)
  })
  begin(startStream(services, request, reply, route.media!, ownHeadersOf(request)))
  return reply
}

async function run(
  services: Services,
  route: Exclude<AnyRoute, StreamRoute<TSchema, TSchema, TSchema>>,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): Promise<Answer> {
  const run = () => {
    if ('read' in route) return runRead(services, route, request, input)
    return 'decide' in route
      ? runChange(services, route, request, input, key)
      : runWrite(services, route, request, input, key)
  }
  const { limitScope } = request.workspace
  const onLive = () => onLiveWorkspace(services, request, run)
  const running = key === undefined ? onLive() : services.flights.run(`${limitScope} ${key}`, onLive)
  return running.catch((error) => {
    throw error instanceof NotDecided ? new ApiError('service_unavailable', error.message) : error
  })
}

/** More than anybody sends while one request waits; each takes milliseconds. */
const MAX_RESETS = 20

/** Runs again on the new workspace when a reset has put one in the old one's place. */
async function onLiveWorkspace<T>(services: Services, request: FastifyRequest, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isWorkspaceReplaced(error)) throw error
      if (attempt === MAX_RESETS) throw new ApiError('service_unavailable', 'The sandbox is being reset; try again.')
      await resolveAgain(services, request)
    }
  }
}

// biome-ignore-start lint/suspicious/noExplicitAny: the schemas have checked the input against the types the route was written with
type Read = ReadRoute<any, any, any>
type Write = WriteRoute<any, any, any>
type Change = ChangeRoute<any, any, any, any>
// biome-ignore-end lint/suspicious/noExplicitAny: as above

async function runRead(services: Services, route: Read, request: FastifyRequest, input: Input): Promise<Answer> {
  const { database } = services
  const { id } = request.workspace
  const sql = route.mayReadStandby && database.standby ? await database.readList(id) : database.readOf(id)
  const body = await route.read(readContext(services, request, input, sql)).catch((error) => {
    throw unavailable(error)
  })
  if (body instanceof Streamed) return { status: 200, text: '', isReplay: false, streamed: body }
  return { status: 200, text: JSON.stringify(body), isReplay: false }
}

function readContext(services: Services, request: FastifyRequest, input: Input, sql: Sql) {
  return { ...input, sql, services, workspace: request.workspace, caller: new RequestCaller(request) }
}

/** The address is looked up only when somebody asks for it. */
class RequestCaller implements Caller {
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest) {
    this.#request = request
  }

  get requestId(): string {
    return this.#request.id
  }

  get ip(): string {
    return this.#request.ip
  }
}

const PATIENCE_MS = 5_000

/** Each time somebody else has changed what was prepared; more often than that is a storm. */
const MAX_PREPARATIONS = 8

async function runChange(
  services: Services,
  route: Change,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): Promise<Answer> {
  for (let n = 0; n < MAX_PREPARATIONS; n++) {
    const answered = await tryChange(services, route, request, input, key)
    if (answered) return answered
  }
  throw new NotDecided('Others are changing the same card; nothing happened.')
}

/** Hands the change to the engine: what it needs, and how it is decided and answered. Undefined: it must be prepared anew. */
async function tryChange(
  services: Services,
  route: Change,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): Promise<Answer | undefined> {
  const { workspace } = request
  const prepared = await prepare(services, route, request, input)
  const context = { ...input, workspace, services, prepared, key: requestKeyOf(services, request, input, key) }
  let pending: Pending<unknown> | undefined
  let again: Again | undefined
  const operation: Operation = {
    workspace,
    key: context.key,
    needs: route.needs(context),
    decide(books) {
      const before = request.span && countEvents(books.changes, workspace)
      const reply = route.decide(context, books)
      pending = reply instanceof Pending ? reply : undefined
      again = reply instanceof Again ? reply : undefined
      if (request.span) noteCauses(services, request, books.changes, before)
      return reply instanceof Pending || reply instanceof Again ? PENDING : decisionOf(route, request, reply)
    },
    refuse: (refusal) => decisionOf(route, request, refusal),
    withinMs: route.withinMs ?? PATIENCE_MS,
    wakes: route.wakes ?? 'events',
    span: request.span,
  }
  const first = await services.engine.submit(operation)
  if (again) {
    await getReady(again)
    return undefined
  }
  const answered = pending
    ? await end(services, route, request, operation, await route.resume!(context, pending.begun))
    : first
  if (route.finish && answered.status < 400) await route.finish(context, answered)
  return answered
}

async function getReady({ before }: Again): Promise<void> {
  await before?.().catch((error) => {
    throw unavailable(error)
  })
}

/** Of a change that is not answered yet: what it has begun is in the books. */
const PENDING: Decision = { status: 202, text: '', isRefusal: false, isKept: false, isSecret: false }

async function end(
  services: Services,
  route: Change,
  request: FastifyRequest,
  operation: Operation,
  { needs, decide }: Ending | RepeatableEnding,
): Promise<Answered> {
  for (let n = 0; n < MAX_PREPARATIONS; n++) {
    let again: Again | undefined
    const answered = await services.engine.submit({
      ...operation,
      needs: typeof needs === 'function' ? needs() : needs,
      decide(books) {
        const reply = decide(books)
        again = reply instanceof Again ? reply : undefined
        return reply instanceof Again ? PENDING : decisionOf(route, request, reply)
      },
    })
    if (!again) return answered
    await getReady(again)
  }
  throw new NotDecided('Others are changing the same card; nothing happened.')
}

async function prepare(services: Services, route: Change, request: FastifyRequest, input: Input): Promise<unknown> {
  try {
    return await route.prepare?.(readContext(services, request, input, services.database.readByKey))
  } catch (error) {
    throw unavailable(error)
  }
}

/** The text of an answer, as it is sent and as a key keeps it. */
function decisionOf(route: Write | Change, request: FastifyRequest, reply: Reply | Refusal): Decision {
  if (!(reply instanceof Refusal)) {
    const isSecret = route.secretAnswer === true
    return { status: reply.status, text: JSON.stringify(reply.body), isRefusal: false, isKept: true, isSecret }
  }
  const error = errorOf(reply)
  const text = JSON.stringify(error.body(request.id))
  return { status: error.status, text, isRefusal: true, isKept: error.isKept, isSecret: false }
}

function requestKeyOf(
  services: Services,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): RequestKey | undefined {
  if (key === undefined) return undefined
  const { person } = request.workspace
  return requestKey(services.vault, key, request.method, request.url.split('?', 1)[0]!, input.body, person?.id)
}

async function runWrite(
  services: Services,
  route: Write,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): Promise<Answer> {
  const { workspace } = request
  const answered = await runOwnTransaction(services, {
    workspace,
    key: requestKeyOf(services, request, input, key),
    findSubject: (tx) => route.subject?.(readContext(services, request, input, tx)) ?? Promise.resolve(),
    async write(transaction) {
      const caller = new RequestCaller(request)
      const reply = await route.write({ ...input, ...transaction, workspace, services, caller })
      if (request.span) noteCauses(services, request, transaction.changes)
      const decision = decisionOf(route, request, reply)
      return 'workspace' in reply && reply.workspace ? { decision, workspace: reply.workspace } : { decision }
    },
    refuse: (refusal) => decisionOf(route, request, refusal),
  })
  if (route.method !== 'GET') services.wake.raise(workspace, 'all')
  return answered
}

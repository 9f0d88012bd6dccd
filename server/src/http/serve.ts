// Runs a route for a request, in the order of judgement that the contract fixes: key (401), limits (429), a person's
// role (403), validation (400), object (404), idempotent replay, state, funds. The key and the limits are judged
// before the body is even read (authorize.ts); the rest is here.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { workspaceTime } from '../clock.ts'
import { sent, type Tx, unavailable } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import { isWorkspaceReplaced, WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Services } from '../services.ts'
import { countCreation, resolveAgain } from './authorize.ts'
import { ApiError } from './errors.ts'
import {
  deleteAnswers,
  findAnswer,
  type IdempotentRequest,
  idempotencyKey,
  idempotentRequest,
  insertAnswer,
  openAnswer,
  SingleFlight,
  type StoredAnswer,
} from './idempotency.ts'
import { judgePerson } from './judge-person.ts'
import type { Answer, AnyRoute, Caller, ReadRoute, Reply, StreamRoute, SubmitRoute, WriteRoute } from './route.ts'
import { EmptyBody, Strict } from './schemas.ts'
import { ownHeadersOf, sendJson } from './send.ts'
import { Streamed, sendStream, startStream } from './streamed.ts'
import { bodyCheck, queryCheck } from './validation.ts'

type Input = { params: unknown; query: unknown; body: unknown }

const flights = new SingleFlight()

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
      if (workspace.readOnly && route.method !== 'GET') throw new ApiError('forbidden')
      const key = route.method === 'GET' ? undefined : idempotencyKey(request.headers['x-idempotency-key'])
      checkQuery(input.query)
      checkBody?.(input.body)
      if (route.check) await route.check({ ...input, workspace, services } as never)
      if (route.limit === 'card_creations') await countCreation(services, request)
      if ('open' in route) return openStream(services, route, request, reply, input)
      const answer = await run(services, route, request, input, key)
      const own = ownHeadersOf(request)
      if (answer.replayed) {
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
    return 'submit' in route
      ? runSubmit(services, route, request, input, key)
      : runWrite(services, route, request, input, key)
  }
  const { limitScope } = request.workspace
  return key === undefined
    ? onLiveWorkspace(services, request, run)
    : flights.run(`${limitScope} ${key}`, () => onLiveWorkspace(services, request, run))
}

const MOST_RESETS = 5

/** Runs again on the new workspace when a reset has put one in the old one's place. */
async function onLiveWorkspace<T>(services: Services, request: FastifyRequest, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isWorkspaceReplaced(error)) throw error
      if (attempt === MOST_RESETS) throw new ApiError('service_unavailable', 'The sandbox is being reset; try again.')
      await resolveAgain(services, request)
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the schemas have checked the input against the types the route was written with
type Route = ReadRoute<any, any, any> & WriteRoute<any, any, any> & SubmitRoute<any, any, any>

async function runRead(services: Services, route: AnyRoute, request: FastifyRequest, input: Input): Promise<Answer> {
  const context = {
    ...input,
    sql: services.database.read,
    workspace: request.workspace,
    services,
    caller: new RequestCaller(request),
  }
  const body = await (route as Route).read(context as never).catch((error) => {
    throw unavailable(error)
  })
  if (body instanceof Streamed) return { status: 200, text: '', replayed: false, streamed: body }
  return { status: 200, text: JSON.stringify(body), replayed: false }
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

function runSubmit(
  services: Services,
  route: AnyRoute,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): Promise<Answer> {
  const context = {
    ...input,
    workspace: request.workspace,
    idempotent: idempotentOf(services, request, input, key),
    services,
    caller: new RequestCaller(request),
  }
  return (route as Route).submit(context as never)
}

function idempotentOf(
  services: Services,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): IdempotentRequest | undefined {
  if (key === undefined) return undefined
  return idempotentRequest(services.vault, key, request.method, request.url.split('?', 1)[0]!, input.body)
}

async function runWrite(
  services: Services,
  route: AnyRoute,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): Promise<Answer> {
  const { workspace } = request
  const idempotent = idempotentOf(services, request, input, key)
  let changes = new Changes()
  let refused = false
  const answer = await services.database.transaction(async (tx, withCommit) => {
    changes = new Changes() // another try begins from nothing
    const wall = services.clock()
    const { offsetMs, replay } = await open(tx, services, workspace, idempotent, wall, () =>
      judgeSubject(services, route, request, input, tx),
    )
    if (replay) return { status: replay.status, text: replay.body, replayed: true }
    const reply = await decide(route, {
      ...input,
      tx,
      workspace,
      now: workspaceTime(wall, offsetMs),
      changes,
      services,
      caller: new RequestCaller(request),
    })
    refused = reply.refused
    const text = JSON.stringify(reply.body)
    const secret = (route as Route).secretAnswer === true
    if (!reply.refused) withCommit(record(tx, changes))
    if (idempotent) {
      const stored = { status: reply.status, body: text, secret, wall }
      withCommit(sent(insertAnswer(tx, services.vault, reply.workspace ?? workspace, idempotent, stored)))
    }
    return { status: reply.status, text, replayed: false }
  })
  if (!refused) changes.committed()
  if (route.method !== 'GET') services.wake.raise(workspace, 'all')
  return answer
}

/** What every write reads first, in one flush: is the workspace still this one, what time is it there, was this key used. */
async function open(
  tx: Tx,
  services: Services,
  workspace: Workspace,
  idempotent: IdempotentRequest | undefined,
  wall: Date,
  judge: () => Promise<unknown>,
): Promise<{ offsetMs: bigint; replay: StoredAnswer | undefined }> {
  const [[state], stored] = await Promise.all([
    readWorkspaceState(tx, workspace.bucket, workspace.id),
    idempotent && findAnswer(tx, workspace, idempotent),
  ])
  if (!state?.live) throw new WorkspaceReplaced()
  if (!idempotent || !stored?.[0]) return { offsetMs: state.clock_offset_ms, replay: undefined }
  await judge()
  const replay = await openAnswer(services.vault, workspace, idempotent, stored[0], wall)
  if (!replay) await deleteAnswers(tx, [{ workspace, request: idempotent }])
  return { offsetMs: state.clock_offset_ms, replay }
}

function readWorkspaceState(tx: Tx, bucket: number, id: Uuid) {
  return tx<{ live: boolean; clock_offset_ms: bigint }[]>`
    select live, clock_offset_ms from workspaces where bucket = ${bucket} and id = ${id}`
}

function judgeSubject(
  services: Services,
  route: AnyRoute,
  request: FastifyRequest,
  input: Input,
  tx: Tx,
): Promise<unknown> {
  const context = { ...input, sql: tx, workspace: request.workspace, services, caller: new RequestCaller(request) }
  return (route as Route).subject?.(context as never) ?? Promise.resolve()
}

/**
 * A refusal that was judged on the state of the books is an answer like any other: it is kept under the key.
 * Routes refuse before they write, so nothing of theirs is recorded (a wrong passcode, which must be counted, writes directly).
 */
async function decide(
  route: AnyRoute,
  context: Record<string, unknown> & { caller: Caller },
): Promise<Reply & { refused: boolean }> {
  try {
    return { ...(await (route as Route).write(context as never)), refused: false }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isKept) throw error
    return { status: error.status, body: error.body(context.caller.requestId), refused: true }
  }
}

// Runs a route for a request, with the checks in the order that the contract fixes: key (401), limits (429), a person's role or
// a key's scopes (403), validation (400), object (404), idempotent replay, state, funds. The key and the limits are checked
// before the body is read (authenticate.ts); the rest is here.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { isBounded } from '../accounts/key-rights.ts'
import { unavailable } from '../database/database.ts'
import { type Answered, NotDecided } from '../engine/operation.ts'
import { runOwnTransaction } from '../engine/own-transaction.ts'
import { ApiError } from '../errors.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Services } from '../services.ts'
import { countCreation, resolveAgain } from './authenticate.ts'
import { checkKey } from './check-key.ts'
import { checkPerson } from './check-person.ts'
import { idempotencyKey } from './idempotency.ts'
import { checkBounds } from './key-bounds.ts'
import { CallerOf, decisionOf, type Input, readContext, requestKeyOf } from './request-context.ts'
import type { AnyRoute, ReadRoute, StreamRoute, WriteRoute } from './route.ts'
import { runChange } from './run-change.ts'
import { EmptyBody, Strict } from './schemas.ts'
import { ownHeadersOf, sendJson } from './send.ts'
import { Streamed, sendStream, startStream } from './streamed.ts'
import { noteCauses } from './trace-request.ts'
import { bodyCheck, queryCheck } from './validation.ts'

/** The answer that is sent. */
type Answer = Answered & { streamed?: Streamed }

export function serve(app: FastifyInstance, services: Services, route: AnyRoute): void {
  const checkBody = route.method === 'GET' ? undefined : bodyCheck(route.body ?? EmptyBody)
  const checkQuery = queryCheck(route.query ?? Strict({}))
  app.route({
    method: route.method,
    url: route.url,
    config: { limit: route.limit, anyEnvironment: route.anyEnvironment },
    ...(route.maxBodyBytes !== undefined && { bodyLimit: route.maxBodyBytes }),
    async handler(request, reply) {
      const input: Input = {
        params: request.params,
        query: request.query,
        body: request.body === undefined ? {} : request.body,
      }
      if (request.workspace.person) await checkPerson(services, route, request)
      const { workspace } = request
      if (route.sandboxOnly && workspace.environment !== 'sandbox') throw new ApiError('sandbox_only')
      if (workspace.key) checkKey(route, workspace, input.body)
      const key = route.method === 'GET' ? undefined : idempotencyKey(request.headers)
      checkQuery(input.query)
      checkBody?.(input.body)
      if (route.check)
        await route.check({ ...input, workspace, services, caller: new CallerOf(services, request) } as never)
      if (route.limit === 'card_creations') await countCreation(services, request)
      if (isBounded(workspace) && route.bounds !== 'open')
        await checkBounds(services.database.readByKey, workspace, input)
      if (workspace.key && route.scope) services.credentials.noteScopeUse(workspace.key.id, route.scope)
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
  const context = { ...input, workspace, credential, headers, services, caller: new CallerOf(services, request) }
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

/** More resets than anybody makes while one request waits, since each takes milliseconds. */
const MAX_RESETS = 20

/**
 * Runs again on the new workspace when a reset has replaced the old one, and once more for a person who may have just
 * reauthenticated, since what is remembered of them is up to a second old.
 */
async function onLiveWorkspace<T>(services: Services, request: FastifyRequest, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const mayBeProved = attempt === 1 && error instanceof ApiError && error.id === 'reauthentication_required'
      if (!isWorkspaceReplaced(error) && !mayBeProved) throw error
      if (attempt === MAX_RESETS) throw new ApiError('service_unavailable', 'The sandbox is being reset; try again.')
      await resolveAgain(services, request)
    }
  }
}

// biome-ignore-start lint/suspicious/noExplicitAny: the schemas have checked the input against the types the route was written with
type Read = ReadRoute<any, any, any>
type Write = WriteRoute<any, any, any>
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
      const caller = new CallerOf(services, request)
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

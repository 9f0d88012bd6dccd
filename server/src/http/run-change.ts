// Submits a change to the engine, and prepares and submits it again when what was prepared turned out to be outdated.

import type { FastifyRequest } from 'fastify'
import { unavailable } from '../database/database.ts'
import { type Answered, type Decision, NotDecided, type Operation } from '../engine/operation.ts'
import type { Services } from '../services.ts'
import { decisionOf, type Input, readContext, requestKeyOf } from './request-context.ts'
import { Again, type ChangeRoute, type Ending, Pending, type RepeatableEnding } from './route.ts'
import { countEvents, noteCauses } from './trace-request.ts'

// biome-ignore lint/suspicious/noExplicitAny: the schemas have checked the input against the types the route was written with
type Change = ChangeRoute<any, any, any, any>

const PATIENCE_MS = 5_000

/** Each try means that somebody else changed what was prepared. More tries than this are not normal. */
const MAX_PREPARATIONS = 8

export async function runChange(
  services: Services,
  route: Change,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): Promise<Answered> {
  for (let n = 0; n < MAX_PREPARATIONS; n++) {
    const answered = await tryChange(services, route, request, input, key)
    if (answered) return answered
  }
  throw new NotDecided('Others are changing the same card; nothing happened.')
}

/** Submits the change: what it needs, and how it is decided and answered. Undefined when it must be prepared again. */
async function tryChange(
  services: Services,
  route: Change,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): Promise<Answered | undefined> {
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

/** The decision of a change that is not answered yet. What it has begun is in the books. */
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

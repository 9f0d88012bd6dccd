// What all kinds of routes share: what a route learns about a request, and the form of its answer.

import type { FastifyRequest } from 'fastify'
import { isRestricted } from '../accounts/key-rights.ts'
import { publicUrlOf } from '../config/config.ts'
import type { Sql } from '../database/database.ts'
import type { Decision, RequestKey } from '../engine/operation.ts'
import { errorOf, Refusal } from '../engine/refusal.ts'
import type { Services } from '../services.ts'
import { requestKey } from './idempotency.ts'
import type { Reply, RequestCaller } from './route.ts'

export type Input = { params: unknown; query: unknown; body: unknown }

export function readContext(services: Services, request: FastifyRequest, input: Input, sql: Sql) {
  return { ...input, sql, services, workspace: request.workspace, caller: new CallerOf(services, request) }
}

/** The address is looked up only when somebody asks for it. */
export class CallerOf implements RequestCaller {
  readonly #services: Services
  readonly #request: FastifyRequest

  constructor(services: Services, request: FastifyRequest) {
    this.#services = services
    this.#request = request
  }

  get requestId(): string {
    return this.#request.id
  }

  get ip(): string {
    return this.#request.ip
  }

  get serviceUrl(): string {
    const { config } = this.#services
    const { protocol, host } = this.#request
    // HTTP/1.0 has no `Host`.
    return config.publicUrl ?? (host ? `${protocol}://${host}` : publicUrlOf(config))
  }
}

/** The text of an answer, as it is sent and as it is stored under an idempotency key. */
export function decisionOf(
  route: { secretAnswer?: boolean },
  request: FastifyRequest,
  reply: Reply | Refusal,
): Decision {
  if (!(reply instanceof Refusal)) {
    const isSecret = route.secretAnswer === true
    return { status: reply.status, text: JSON.stringify(reply.body), isRefusal: false, isKept: true, isSecret }
  }
  const error = errorOf(reply)
  const text = JSON.stringify(error.body(request.id))
  return { status: error.status, text, isRefusal: true, isKept: error.isKept, isSecret: false }
}

export function requestKeyOf(
  services: Services,
  request: FastifyRequest,
  input: Input,
  key: string | undefined,
): RequestKey | undefined {
  if (key === undefined) return undefined
  const { person, key: apiKey } = request.workspace
  const asker = person?.id ?? (isRestricted(request.workspace) ? apiKey!.id : undefined)
  return requestKey(services.vault, key, request.method, request.url.split('?', 1)[0]!, input.body, asker)
}

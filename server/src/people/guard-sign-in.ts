// What is judged of requests that nobody is signed in for yet: they must come from a page of ours, and one address
// may make only so many of them.

import type { FastifyInstance } from 'fastify'
import { addressKey } from '../http/client-address.ts'
import { ApiError } from '../http/errors.ts'
import type { LimitWindow } from '../http/rate-limits/rate-limiter.ts'
import { isSafe, judgeOrigin } from '../http/same-origin.ts'
import type { Services } from '../services.ts'

const windows: LimitWindow[] = [{ name: 'sign-in', limit: 120, seconds: 60 }]

export function guardDoor(app: FastifyInstance, { limiter, config, metrics }: Services): void {
  app.addHook('onRequest', async (request) => {
    const forged = isSafe(request) ? undefined : judgeOrigin(request, config.publicUrl)
    if (forged) throw forged
    const { allowed, retryAfterSeconds } = await limiter.take(`address:${addressKey(request.ip)}`, windows)
    if (allowed) return
    metrics.rateLimited.inc()
    throw new ApiError('rate_limit_exceeded', `Too many requests; try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    })
  })
}

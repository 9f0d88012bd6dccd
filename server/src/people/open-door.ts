// What is judged of requests that nobody is signed in for yet: they must come from a page of ours, and one address
// may make only so many of them.

import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/errors.ts'
import type { LimitWindow } from '../http/rate-limits/rate-limiter.ts'
import { judgeOrigin } from '../http/same-origin.ts'
import type { Services } from '../services.ts'

const windows: LimitWindow[] = [{ name: 'sign-in', limit: 120, seconds: 60 }]

export function guardDoor(app: FastifyInstance, { limiter, config, metrics }: Services): void {
  app.addHook('onRequest', async (request) => {
    const forged = request.method === 'GET' ? undefined : judgeOrigin(request, config.publicUrl)
    if (forged) throw forged
    const { allowed, retryAfterSeconds } = await limiter.take(`address:${request.ip}`, windows)
    if (allowed) return
    metrics.rateLimited.inc()
    throw new ApiError('rate_limit_exceeded', `Too many requests; try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    })
  })
}

// Guards the routes that nobody has signed in for yet: a request must come from one of our own pages, and an address has a
// rate limit.

import type { FastifyInstance } from 'fastify'
import { signInLimit } from '../config/rate-limits.ts'
import { ApiError } from '../errors.ts'
import { addressKey } from '../http/client-address.ts'
import { checkOrigin, isSafe } from '../http/same-origin.ts'
import type { Services } from '../services.ts'

const windows = [signInLimit]

export function guardSignIn(app: FastifyInstance, { limiter, config, metrics }: Services): void {
  app.addHook('onRequest', async (request) => {
    const forged = isSafe(request) ? undefined : checkOrigin(request, config.publicUrl)
    if (forged) throw forged
    const { allowed, retryAfterSeconds } = await limiter.take(`address:${addressKey(request.ip)}`, windows)
    if (allowed) return
    metrics.rateLimited.inc()
    throw new ApiError('rate_limit_exceeded', `Too many requests; try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    })
  })
}

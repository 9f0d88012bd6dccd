// Serves /reveal to browsers of people whom this service does not know: the page of a session, and the script that embeds it
// in another page. No cookie is read or set.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { revealLimit } from '../config/rate-limits.ts'
import { ApiError } from '../errors.ts'
import { addressKey } from '../http/client-address.ts'
import { parseId } from '../ids.ts'
import type { Services } from '../services.ts'
import { loaders } from './loaders.ts'
import { type OpenedCard, openSession } from './open-session.ts'
import { plainPage, revealPage, type Shown } from './page.ts'
import { findSession, type RevealSession, TOKEN_PATTERN } from './sessions.ts'

type Params = { session_id: string }

/** Per address. A token cannot be guessed; the limit protects the database from too many queries. */
const windows = [revealLimit]
const FORM_LIMIT = 1024
const FORM = 'application/x-www-form-urlencoded'

export function serveReveal(app: FastifyInstance, services: Services): void {
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, text, done) =>
    done(null, new URLSearchParams(text as string)),
  )
  for (const loader of loaders)
    app.get(`/${loader.name}`, (_request, reply) => reply.headers(loader.headers).send(loader.script))
  app.register(async (pages) => {
    pages.addHook('onRequest', async (request) => checkRate(services, request))
    pages.get<{ Params: Params }>('/:session_id', (request, reply) => sendClosed(services, request, reply))
    pages.post<{ Params: Params }>('/:session_id', (request, reply) => sendOpened(services, request, reply))
  })
}

async function checkRate({ limiter, metrics }: Services, request: FastifyRequest): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(`reveal:${addressKey(request.ip)}`, windows)
  if (allowed) return
  metrics.rateLimited.inc()
  throw new ApiError('rate_limit_exceeded', `Too many requests; try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}

type PageRequest = FastifyRequest<{ Params: Params }>

/** This page holds no secret, so fetching it, framing it elsewhere or disabling scripts shows nothing. */
async function sendClosed(services: Services, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const session = await find(services, request)
  if (!session) return send(reply, 404, plainPage(UNKNOWN))
  if (!isForFrame(request)) return send(reply, 403, plainPage(NOT_ALONE))
  return send(reply, 200, revealPage(session, 'closed'))
}

/** Requested by a form of the closed page, so that the policy of this answer decides who may frame the number. */
async function sendOpened(services: Services, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const session = await find(services, request)
  if (!session) return send(reply, 404, plainPage(UNKNOWN))
  if (!isForFrame(request)) return send(reply, 403, plainPage(NOT_ALONE))
  const token = request.body instanceof URLSearchParams ? request.body.get('token') : null
  if (token === null || !TOKEN_PATTERN.test(token)) return send(reply, 410, revealPage(session, 'ended'))
  try {
    const opened = await openSession(services, session, token, { requestId: request.id, ip: request.ip })
    if (!opened) return send(reply, 410, revealPage(session, 'ended'))
    return send(reply, 200, revealPage(session, 'open', shownOf(opened, session, services.clock())))
  } catch (error) {
    // The database or a processor is away. The session may or may not have been used; the next try will tell.
    if (!(error instanceof ApiError)) throw error
    services.log.warn({ requestId: request.id, error: error.id }, 'a reveal session could not be opened')
    // Trying again would not help when the processor does not show this number.
    if (error.id === 'processor_refused') return send(reply, error.status, revealPage(session, 'refused'))
    return send(reply, 503, revealPage(session, 'later'))
  }
}

const UNKNOWN = 'This link is not known.'
const NOT_ALONE = 'This page is shown only inside the page that it was made for.'

function find({ database }: Services, { params }: PageRequest): Promise<RevealSession | undefined> {
  const id = parseId('reveal_session', params.session_id)
  return id ? findSession(database.readByKey, { bucket: id.bucket, id: id.uuid }) : Promise.resolve(undefined)
}

/**
 * Browsers say what a request is for, and no page can change it: an address opened by itself is a `document`, and a request of
 * a script is `empty`. A request that says nothing comes from a program, or from a browser over plain http to another machine.
 */
function isForFrame({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'iframe'
}

function shownOf(card: OpenedCard, { expires_at }: RevealSession, now: Date): Shown {
  return {
    number: card.pan,
    expiry: `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`,
    cvv: card.cvv,
    leftMs: Math.max(0, expires_at.getTime() - now.getTime()),
  }
}

function send(reply: FastifyReply, status: number, { html, headers }: ReturnType<typeof plainPage>): FastifyReply {
  // The policy says who may frame it. The older header cannot name origins.
  return reply.removeHeader('X-Frame-Options').code(status).headers(headers).send(html)
}

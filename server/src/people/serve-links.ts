import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../database/database.ts'
import { ownHeadersOf, sendJson } from '../http/send.ts'
import { bodyCheck } from '../http/validation.ts'
import type { Services } from '../services.ts'
import { acceptLink, unknownLink } from './accept-link.ts'
import { findLink } from './links.ts'
import { signInWithPassword } from './serve-sign-in.ts'
import { type InspectedLink, LinkAcceptance, LinkInspection } from './shapes/links.ts'

const checkInspection = bodyCheck(LinkInspection)
const checkAcceptance = bodyCheck(LinkAcceptance)

/** Shows what a link is for, and accepts it. The token is in the body, which is never logged. */
export function serveLinks(app: FastifyInstance, services: Services): void {
  app.post('/links/inspect', (request, reply) => inspect(services, request, reply))
  app.post('/links/accept', (request, reply) => accept(services, request, reply))
}

async function inspect(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = request.body ?? {}
  checkInspection(body)
  const { token } = body as LinkInspection
  const link = await findLink(services.database.read, token, services.clock()).catch((error) => {
    throw unavailable(error)
  })
  if (!link) throw unknownLink()
  const shown: InspectedLink = {
    kind: link.kind,
    account_name: link.accountName,
    role: link.role,
    email: link.email,
    name: link.name,
    expires_at: link.expiresAt.toISOString(),
  }
  return send(services, request, reply, 200, shown)
}

async function accept(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = request.body ?? {}
  checkAcceptance(body)
  const acceptance = body as LinkAcceptance
  const { email } = await acceptLink(services, acceptance, { requestId: request.id, ip: request.ip })
  const signedIn = await signInWithPassword(services, request, reply, { email, password: acceptance.password })
  return send(services, request, reply, 201, { ok: true, ...(!signedIn && { two_factor_required: true }) })
}

function send(services: Services, request: FastifyRequest, reply: FastifyReply, status: number, body: unknown) {
  sendJson(services, request, reply, status, JSON.stringify(body), ownHeadersOf(request))
  return reply
}

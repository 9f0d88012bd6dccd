// Decides whether a person's role allows a route, and whether they have reauthenticated recently. For keys see check-key.ts.

import type { FastifyRequest } from 'fastify'
import type { EnvironmentName } from '../accounts/environments.ts'
import { type Access, isGranted } from '../accounts/roles.ts'
import type { Person } from '../accounts/workspace.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { resolveAgain } from './authenticate.ts'
import type { AnyRoute } from './route.ts'

const FRESH_MS = 5 * 60_000

export function accessFor(route: Pick<AnyRoute, 'method' | 'access'>): Access {
  return route.access ?? (route.method === 'GET' ? 'view' : 'operate')
}

export async function checkPerson(services: Services, route: AnyRoute, request: FastifyRequest): Promise<void> {
  const { person, environment } = request.workspace
  if (person!.mustEnrol && !route.whileEnrolling) throw enrolFirst()
  if (!isGranted(person!.role, environment, accessFor(route))) throw forbidden(person!, environment)
  if (!route.freshly || isFresh(services, person!)) return
  // They may have reauthenticated through another process just now, and what this process remembers is up to a second old.
  await resolveAgain(services, request)
  if (!isFresh(services, request.workspace.person!)) throw new ApiError('reauthentication_required')
}

export function enrolFirst(): ApiError {
  return new ApiError('forbidden', 'This account requires a second factor of everyone. Set one up first.')
}

function forbidden({ role }: Person, environment: EnvironmentName): ApiError {
  return new ApiError('forbidden', `Your role, ${role}, does not allow this in the ${environment} environment.`)
}

export function isFresh({ clock }: Services, person: Person): boolean {
  return clock().getTime() < freshUntil(person).getTime()
}

export function freshUntil({ authenticatedAt }: Person): Date {
  return new Date(authenticatedAt.getTime() + FRESH_MS)
}

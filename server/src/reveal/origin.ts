// The origin of a page that may frame a reveal page. It is written into a header, so its form is checked strictly: a URL may
// have a semicolon in its host, which would end the policy.

import type { Workspace } from '../accounts/workspace.ts'
import { isLoopback } from '../config/config-values.ts'
import { ApiError } from '../errors.ts'

const ORIGIN = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/
const LOOPBACK = new Set(['localhost', '127.0.0.1'])

/** Throws unless it is https, or http on this machine for the sandbox, or the dashboard that a person is looking at. */
export function checkParentOrigin(
  origin: string,
  { environment, person }: Pick<Workspace, 'environment' | 'person'>,
  serviceUrl: string,
): void {
  if (!isOrigin(origin))
    throw refusal('"origin" must be the origin of your page, and nothing after it: https://shop.example.com')
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:') return
  if (environment === 'sandbox' && LOOPBACK.has(hostname)) return
  if (person && origin === new URL(serviceUrl).origin) return
  throw refusal(
    '"origin" must begin with https://; in the sandbox it may also be http://localhost or http://127.0.0.1.',
  )
}

/**
 * Throws when the address of the page would be built from the `Host` header, because whoever wrote that header could send
 * people, with the token, to another host. It is allowed when a person's browser has confirmed the host, in the sandbox, which
 * has no real numbers, and for an address of this machine.
 */
export function checkOwnAddress(
  publicUrl: string | undefined,
  { environment, person }: Pick<Workspace, 'environment' | 'person'>,
  serviceUrl: string,
): void {
  if (publicUrl !== undefined || environment === 'sandbox' || person) return
  if (isLoopback(new URL(serviceUrl).hostname)) return
  throw new ApiError(
    'invalid_state',
    'The service does not know its public address: its operator must set CARDWRIGHT_PUBLIC_URL. In production the address of a reveal page is not taken from the "Host" header.',
  )
}

/** Whether the text is an origin as a browser writes it: lower case, no default port, no path. */
function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text
}

function refusal(message: string): ApiError {
  return new ApiError('invalid_request', message, { param: 'origin' })
}

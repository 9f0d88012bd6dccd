// The rules for a webhook's URL. They are checked at registration and again before every attempt.

import { isIP, type LookupFunction } from 'node:net'
import { addressesOf } from './host-addresses.ts'
import { isPublicAddress } from './public-address.ts'

export type UrlPolicy = { allowLoopback: boolean }

const MAX_CHARACTERS = 2048

// Names that a resolver answers from the local network, by standard (RFC 6761, 6762, 8375, ICANN's .internal) or by
// habit; cloud metadata services are among them (metadata.google.internal). `.test`, `.example` and `.invalid` stay
// allowed: people write them in examples, and they reach nobody.
const LOCAL_ENDINGS = new Set([
  'localhost',
  'local',
  'internal',
  'localdomain',
  'lan',
  'intranet',
  'corp',
  'home',
  'onion',
  'home.arpa',
])

// Exactly as documented. Other spellings of 127.0.0.1 reach the same place, but no honest user types them.
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?([/?#]|$)/i

// The WHATWG parser drops or rewrites these characters and other parsers do not. A URL that two programs read differently is
// dangerous. A NUL could not be stored either.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const MISREAD = /[\u0000-\u0020\u007f-\u00a0\\]/

/** The fault as a sentence for the client, or undefined. It never repeats the URL, which may contain a password. */
export function webhookUrlFault(url: string, policy: UrlPolicy): string | undefined {
  if (url.length > MAX_CHARACTERS) return 'The URL is longer than 2,048 characters.'
  if (MISREAD.test(url)) return 'The URL must not contain spaces, backslashes or control characters.'
  const parsed = URL.parse(url)
  if (parsed === null) return 'The URL cannot be read; write it like https://example.com/webhooks.'
  if (parsed.username !== '' || parsed.password !== '') return 'The URL must not contain a user name or password.'
  if (parsed.port === '0') return 'The URL must not name port 0.'
  if (policy.allowLoopback && isLoopbackUrl(url)) return undefined
  if (parsed.protocol !== 'https:') return schemeFault(policy)
  return hostFault(parsed.hostname)
}

/** Whether the URL has one of the two forms that the loopback permission covers, whether or not it is permitted. */
export function isLoopbackUrl(url: string): boolean {
  const hostname = URL.parse(url)?.hostname
  return LOOPBACK.test(url) && (hostname === 'localhost' || hostname === '127.0.0.1')
}

function schemeFault({ allowLoopback }: UrlPolicy): string {
  return `The URL must begin with https://${allowLoopback ? ' (or http://localhost or http://127.0.0.1)' : ''}.`
}

/**
 * Takes the host of a parsed URL: lower case, ASCII, and any spelling of an IPv4 address turned into four decimal
 * numbers.
 */
function hostFault(hostname: string): string | undefined {
  const address = withoutBrackets(hostname)
  if (isIP(address)) return isPublicAddress(address) ? undefined : 'The URL must point to a public address.'
  const labels = hostname.split('.')
  // This includes a dot at the end, which reaches the same host, passes every list of names, and breaks SNI.
  if (labels.includes('')) return 'The host name must not end with a dot or contain two in a row.'
  if (hostname.length > 253 || labels.some((label) => label.length > 63)) return 'The host name is too long.'
  if (labels.length === 1) return 'The URL must name a public host, with its full domain.'
  const isLocal = LOCAL_ENDINGS.has(labels.at(-1)!) || LOCAL_ENDINGS.has(labels.slice(-2).join('.'))
  return isLocal ? 'The URL must name a public host, not one of a local network.' : undefined
}

function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

// A client waits for this at registration. A slower name server is asked again at the first attempt.
const LOOKUP_MS = 500

/**
 * Whether any address of the host is not public. A name that does not resolve (yet, or in time) is accepted, because every
 * attempt resolves it again and refuses an address that is not public.
 */
export async function resolvesToPrivate(hostname: string, lookup?: LookupFunction): Promise<boolean> {
  const address = withoutBrackets(hostname)
  if (isIP(address)) return !isPublicAddress(address)
  const late = Promise.withResolvers<[]>()
  const timer = setTimeout(() => late.resolve([]), LOOKUP_MS)
  try {
    const found = await Promise.race([addressesOf(hostname, lookup), late.promise])
    return found.some((each) => !isPublicAddress(each.address))
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

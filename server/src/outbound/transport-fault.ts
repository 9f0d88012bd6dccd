import { errors } from 'undici'
import { AddressRefused, ConnectTimedOut } from './connector.ts'

// The texts are stable: they are stored with a delivery, shown to the client and counted in metrics. They name no
// address, because what a name resolves to inside the operator's network is nobody's business.
const TEXTS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed by the receiver',
  EPIPE: 'connection closed by the receiver',
  UND_ERR_SOCKET: 'connection closed by the receiver',
  ENOTFOUND: 'host not found',
  ENODATA: 'host not found',
  EAI_NODATA: 'host not found',
  EAI_NONAME: 'host not found',
  EAI_AGAIN: 'host name could not be resolved',
  EAI_FAIL: 'host name could not be resolved',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  EADDRNOTAVAIL: 'host unreachable',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'response header too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed response',
  ERR_ASSERTION: 'malformed response',
  UND_ERR_INVALID_ARG: 'request could not be written',
  UND_ERR_DESTROYED: 'sender is closed',
  UND_ERR_CLOSED: 'sender is closed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: certificate not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: certificate not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'TLS: certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: certificate not trusted',
  CERT_UNTRUSTED: 'TLS: certificate not trusted',
  CERT_REJECTED: 'TLS: certificate not trusted',
  CERT_REVOKED: 'TLS: certificate not trusted',
  CERT_SIGNATURE_FAILURE: 'TLS: certificate not trusted',
  INVALID_CA: 'TLS: certificate not trusted',
  INVALID_PURPOSE: 'TLS: certificate not trusted',
  CERT_HAS_EXPIRED: 'TLS: certificate expired',
  CERT_NOT_YET_VALID: 'TLS: certificate not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: certificate is for another host',
  EPROTO: 'TLS: handshake failed',
}

/** A short text for any failure of the transport. */
export function faultText(error: unknown): string {
  if (error instanceof AddressRefused) return 'address is not public'
  if (error instanceof ConnectTimedOut) return 'connection timed out'
  // Several addresses were tried. The first one is the one that a reader would try too.
  if (error instanceof AggregateError && error.errors.length > 0) return faultText(error.errors[0])
  if (error instanceof errors.HTTPParserError) return 'malformed response'
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (message === 'bad response' || message === 'bad upgrade') return 'malformed response'
  if (typeof code !== 'string') return 'request failed'
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return TEXTS[code] ?? 'TLS: handshake failed'
  return TEXTS[code] ?? 'request failed'
}

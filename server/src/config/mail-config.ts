// The variables of mail: SMTP_URL and SMTP_FROM. Without them no mail is sent.

import { ConfigError, type Environment, isLoopback, text, url } from './config-values.ts'

export type MailConfig = {
  host: string
  port: number
  /** TLS from the first byte (smtps://). */
  isTls: boolean
  /**
   * The connection must be encrypted before anything is sent. This is required with a password, or when the server is
   * on another machine.
   */
  mustEncrypt: boolean
  credentials: { user: string; password: string } | undefined
  from: string
}

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/
const NAMED_ADDRESS = /^[^<>\r\n"]*<([^\s@<>]+@[^\s@<>]+)>$/

/** Undefined when no mail server is configured. */
export function readMailConfig(env: Environment): MailConfig | undefined {
  const value = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const from = text(env, 'SMTP_FROM')
  if (value === undefined) {
    if (from !== undefined)
      throw new ConfigError('SMTP_FROM is the sender of mail that goes by SMTP_URL, which is not set')
    return undefined
  }
  if (from === undefined || !(ADDRESS.test(from) || NAMED_ADDRESS.test(from)))
    throw new ConfigError(
      'SMTP_FROM must be the sender of mail, such as cards@example.com or Cards <cards@example.com>',
    )
  const { protocol, hostname, port, username, password, pathname, search } = new URL(value)
  if (hostname === '' || (pathname !== '' && pathname !== '/') || search !== '')
    throw new ConfigError(
      'SMTP_URL must be smtp:// or smtps://, with a user and a password if needed, a host and a port',
    )
  if ((username === '') !== (password === ''))
    throw new ConfigError('SMTP_URL must have both a user and a password, or neither')
  const isTls = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    isTls,
    mustEncrypt: !isLoopback(hostname),
    credentials: username === '' ? undefined : { user: decoded(username), password: decoded(password) },
    from,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ConfigError('SMTP_URL has a % in its user or password that stands for nothing: write %25')
  }
}

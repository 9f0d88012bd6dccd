// DATABASE_URL in the forms that libpq takes: several hosts, a folder of Unix sockets, values in the path or as
// parameters. We parse it ourselves, so that both of our drivers understand a setting in the same way.

import { userInfo } from 'node:os'
import { ConfigError, type Environment } from './config-values.ts'

/** A host name or address, or the folder of a Unix socket when it begins with a slash. */
export type DatabaseHost = { host: string; port: number }

export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]
export const AUTH_METHODS = ['password', 'md5', 'scram-sha-256', 'none'] as const
export type AuthMethod = (typeof AUTH_METHODS)[number]

export type DatabaseUrl = {
  hosts: DatabaseHost[]
  user: string | undefined
  /** Empty when none is given. */
  password: string
  database: string | undefined
  sslmode: SslMode
  /** A file of certificates, or `system` for the certificates that the machine trusts. */
  sslrootcert: string | undefined
  sslcert: string | undefined
  sslkey: string | undefined
  /** Undefined allows any method, but when a password is set the server must ask for it. */
  requireAuth: AuthMethod[] | undefined
  /** Connect only to a host that takes writes. */
  writesOnly: boolean
  connectTimeoutMs: number | undefined
}

const DEFAULT_PORT = 5432
const SHAPE = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/
/** Settings of libpq that mean nothing here. An address copied from a provider's page may carry them. */
const IGNORED = new Set(['application_name', 'gssencmode', 'keepalives', 'keepalives_idle', 'keepalives_interval'])
const SESSIONS = { any: false, 'read-write': true, primary: true, 'prefer-standby': false } as const

/** Throws a ConfigError that says what is wrong and never repeats a value, since the address holds a password. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, credentials = '', places = '', path = '', query = ''] = SHAPE.exec(text) ?? refuse('must be an address')
  const given = parametersOf(query)
  const take = (name: string) => {
    const value = given.get(name)
    given.delete(name)
    return value === '' ? undefined : value
  }
  const [user, password] = credentialsOf(credentials)
  const hosts = hostsOf(places, take('host'), take('port'))
  const url: DatabaseUrl = {
    hosts,
    user: take('user') ?? user,
    password: take('password') ?? password ?? '',
    database: take('dbname') ?? (decoded(path) || undefined),
    sslmode: sslModeOf(take('sslmode'), take('ssl')),
    sslrootcert: take('sslrootcert'),
    sslcert: take('sslcert'),
    sslkey: take('sslkey'),
    requireAuth: take('require_auth')
      ?.split(',')
      .map((method) => oneOf(AUTH_METHODS, 'require_auth', method)),
    writesOnly: writesOnlyOf(take('target_session_attrs'), hosts.length),
    connectTimeoutMs: secondsOf(take('connect_timeout')),
  }
  const unknown = [...given.keys()].filter((name) => !IGNORED.has(name))
  if (unknown.length > 0) refuse(`has a parameter that is not known here: ${unknown[0]}`)
  return url
}

/** As in libpq, an address without a user means the operating system's user, whatever USER or LOGNAME say. */
export function userOf({ user }: DatabaseUrl): string {
  if (user !== undefined) return user
  try {
    return userInfo().username
  } catch {
    return refuse('must name a user, because the user of this process has no name')
  }
}

/** Fills in what the address leaves out from libpq's variables, as users of libpq expect. */
export function completeDatabaseUrl(text: string, env: Environment): string {
  const url = parseDatabaseUrl(text)
  const added: [string, string | undefined][] = [
    ['host', hasHost(text) ? undefined : env.PGHOST],
    ['port', hasHost(text) ? undefined : env.PGPORT],
    ['user', url.user === undefined ? env.PGUSER : undefined],
    ['password', url.password === '' ? env.PGPASSWORD : undefined],
  ]
  const parameters = added.flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
  if (parameters.length === 0) return text
  const complete = `${text}${text.includes('?') ? '&' : '?'}${parameters.join('&')}`
  parseDatabaseUrl(complete)
  return complete
}

function hasHost(text: string): boolean {
  const [, , places = '', , query = ''] = SHAPE.exec(text)!
  return places !== '' || parametersOf(query).has('host')
}

function parametersOf(query: string): Map<string, string> {
  const pairs = query.split('&').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decoded(name), decoded(value.join('='))]
    }),
  )
}

function credentialsOf(text: string): [string | undefined, string | undefined] {
  const colon = text.indexOf(':')
  if (colon < 0) return [decoded(text) || undefined, undefined]
  return [decoded(text.slice(0, colon)) || undefined, decoded(text.slice(colon + 1))]
}

/** Hosts and ports are lists; one port counts for all hosts. */
function hostsOf(places: string, hostList: string | undefined, portList: string | undefined): DatabaseHost[] {
  const inPath = places === '' ? [] : places.split(',').map(splitHost)
  const names = hostList?.split(',') ?? (inPath.length > 0 ? inPath.map(({ host }) => host) : ['localhost'])
  const ports = portList?.split(',') ?? (hostList === undefined ? inPath.map(({ port }) => port) : [])
  if (ports.length > 1 && ports.length !== names.length) refuse('must have one port, or as many ports as hosts')
  return names.map((host, index) => ({
    host: host || 'localhost',
    port: portOf(ports.length === 1 ? ports[0] : ports[index]),
  }))
}

function splitHost(text: string): { host: string; port: string | undefined } {
  const [, bracketed, plain = '', port] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d*))?$/.exec(text) ?? refuse('has a host that cannot be read')
  return { host: decoded(bracketed ?? plain), port }
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT
  const port = Number(text)
  return /^\d+$/.test(text) && port >= 1 && port <= 65_535 ? port : refuse('has a port that is not from 1 to 65535')
}

/** Other drivers call the parameter `ssl`. */
function sslModeOf(sslmode: string | undefined, ssl: string | undefined): SslMode {
  if (sslmode !== undefined) return oneOf(SSL_MODES, 'sslmode', sslmode)
  if (ssl === undefined || ssl === 'false') return 'disable'
  return ssl === 'true' ? 'require' : oneOf(SSL_MODES, 'ssl', ssl)
}

/** Unlike in libpq, several hosts imply read-write: only one of them takes writes, and only that one can serve us. */
function writesOnlyOf(attribute: string | undefined, hosts: number): boolean {
  if (attribute === undefined) return hosts > 1
  return SESSIONS[oneOf(Object.keys(SESSIONS) as 'any'[], 'target_session_attrs', attribute)]
}

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,6}$/.test(text)) refuse('has a connect_timeout that is not a number of seconds')
  return Number(text) * 1000 || undefined
}

function oneOf<T extends string>(known: readonly T[], name: string, value: string): T {
  return known.find((each) => each === value) ?? refuse(`has ${name} of an unknown kind; known are ${known.join(', ')}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuse('has a % that is not followed by two hexadecimal digits')
  }
}

function refuse(why: string): never {
  throw new ConfigError(`DATABASE_URL ${why}, as in postgres://user:password@host:5432/database`)
}

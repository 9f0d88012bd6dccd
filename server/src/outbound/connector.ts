// Connections for webhooks. They are opened only to permitted addresses, which are checked at the last possible moment.

import { once } from 'node:events'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { addressesOf } from './host-addresses.ts'

export type ConnectorOptions = {
  isPermitted: (address: string) => boolean
  timeoutMs: number
  lookup?: LookupFunction | undefined
  /** Certificates in PEM that replace the well-known authorities. */
  ca?: string | undefined
}

export class AddressRefused extends Error {}
export class ConnectTimedOut extends Error {}

/** For undici's `connect`. Node's own options would check nothing, and undici's would check after the TLS handshake. */
export function checkedConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    openConnection(target, options).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    )
  }
}

async function openConnection(target: buildConnector.Options, options: ConnectorOptions): Promise<Socket> {
  const isSecure = target.protocol === 'https:'
  let socket = startTcp(target, isSecure, options)
  const timer = setTimeout(() => socket.destroy(new ConnectTimedOut()), options.timeoutMs)
  try {
    await once(socket, 'connect')
    // This is where the bytes would really go, whatever the resolver said. Not even a TLS hello may be sent before this check.
    if (!options.isPermitted(socket.remoteAddress ?? '')) throw new AddressRefused()
    if (!isSecure) return socket
    socket = startTls(socket, target.hostname, options.ca)
    await once(socket, 'secureConnect')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function startTcp({ hostname, port }: buildConnector.Options, isSecure: boolean, options: ConnectorOptions): Socket {
  const socket = connectTcp({
    host: hostname,
    port: Number(port) || (isSecure ? 443 : 80),
    lookup: permittedLookup(options),
    noDelay: true,
    keepAlive: true,
  })
  return neverUncaught(socket)
}

function startTls(socket: Socket, hostname: string, ca: string | undefined): Socket {
  const secure = connectTls({
    socket,
    // The certificate must be for this host; a name is also sent to the server (SNI), an address may not be.
    host: hostname,
    ...(!isIP(hostname) && { servername: hostname }),
    ...(ca !== undefined && { ca }),
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED would decide otherwise.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  })
  return neverUncaught(secure)
}

/** An 'error' event without a listener would end the process. */
function neverUncaught(socket: Socket): Socket {
  return socket.on('error', () => {})
}

/** One address that is not permitted refuses the name, since a name with a public and a private address is an attack. */
function permittedLookup({ isPermitted, lookup }: ConnectorOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    addressesOf(hostname, lookup).then(
      (found) => {
        const [first] = found
        if (first === undefined) callback(noAddress(hostname), [])
        else if (!found.every(({ address }) => isPermitted(address))) callback(new AddressRefused(), [])
        else if (all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}

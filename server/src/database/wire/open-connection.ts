// Opens a session at a target by trying its addresses in turn, each within its time.

import type { Socket } from 'node:net'
import postgres from 'postgres'
import { connectionError } from './backend-messages.ts'
import { performHandshake, type ServerReport } from './handshake.ts'
import { openSocket } from './open-socket.ts'
import type { Address, Target } from './target.ts'

/** Throws the error of the last address. The signal aborts earlier. */
export async function openConnection(target: Target, signal: AbortSignal): Promise<Socket> {
  const { addresses, preferred } = target
  let failure: unknown
  for (let n = 0; n < addresses.length && !signal.aborted; n++) {
    const index = (preferred + n) % addresses.length
    try {
      const socket = await enter(target, addresses[index]!, signal)
      target.preferred = index
      return socket
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function enter(target: Target, address: Address, signal: AbortSignal): Promise<Socket> {
  const attempt = new AbortController()
  const giveUp = () => attempt.abort()
  const late = setTimeout(giveUp, target.connectTimeoutMs)
  signal.addEventListener('abort', giveUp)
  try {
    const socket = await (target.openSocket ?? openSocket)(address, attempt.signal)
    const report = await performHandshake(socket, target)
    if (!target.writesOnly || takesWrites(target, report)) return socket
    socket.destroy()
    throw connectionError('CONNECTION_READ_ONLY', 'the database takes no writes')
  } catch (error) {
    if (attempt.signal.aborted)
      throw connectionError('CONNECT_TIMEOUT', 'the database did not let us in in time', error)
    throw isTold(error) ? error : connectionError('CONNECTION_REFUSED', (error as Error).message, error)
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', giveUp)
  }
}

/** A session that we made read-only still needs the server that takes writes. */
function takesWrites({ settings }: Target, report: ServerReport): boolean {
  const isReadOnly = report.get('default_transaction_read_only') === 'on' && !settings.default_transaction_read_only
  return report.get('in_hot_standby') !== 'on' && !isReadOnly
}

/** Whether the error has a code that callers know, from the server, the system or our client. Certificate errors have many codes. */
function isTold(error: unknown): boolean {
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  return error instanceof postgres.PostgresError || syscall !== undefined || /^(CONNECT|AUTHENTICATION)/.test(code)
}

import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { giveTo } from './durable-file.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Account, isRoot, obstacleTo, ownAccount, TRAVERSE } from './run-as.ts'

/** Only part of the socket file's name; nothing listens on TCP. */
export const PORT = 5432
const PREFIX = 'cw-'
/** sockaddr_un holds 104 bytes on macOS and 108 on Linux, a final zero included. */
const MAX_SOCKET_PATH = 103

export const socketPath = (folder: string): string => join(folder, `.s.PGSQL.${PORT}`)

/** A path that is short however long the data folder's path is, and the same at every start of a cluster. */
export function chooseSocketFolder(clusterFolder: string, account: Account): string {
  const base =
    [tmpdir(), '/tmp'].map((folder) => realpathSync(folder)).find((folder) => suits(folder, account)) ?? '/tmp'
  const name = createHash('sha256').update(clusterFolder).digest('hex').slice(0, 12)
  const folder = join(base, PREFIX + name)
  return claim(folder, account) ? folder : mkdtempSync(`${folder}-`) // the name was taken by somebody else
}

function suits(base: string, account: Account): boolean {
  // A comma, quote or space would have to be escaped in unix_socket_directories.
  const plain = /^[\w./+-]+$/.test(base)
  const length = Buffer.byteLength(socketPath(join(base, `${PREFIX}123456789012-123456`)))
  return plain && length <= MAX_SOCKET_PATH && obstacleTo(base, account, TRAVERSE) === undefined
}

/** Makes the folder, again if a cleaner of temporary files has removed it. */
export function ensureSocketFolder(folder: string, account: Account): void {
  if (claim(folder, account)) return
  const text = `${folder}, where PostgreSQL keeps its socket, belongs to somebody else or is open to others. Remove it and start again.`
  throw new EmbeddedPostgresError(text)
}

/** Anybody can make a folder in /tmp, so an existing one counts only when it is a folder, private, and ours. */
function claim(folder: string, account: Account): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(folder)
  const ours = found.uid === account.uid || found.uid === ownAccount().uid
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) return false
  if (isRoot()) giveTo(folder, account)
  return true
}

/** Removes the folder only when it is empty: postgres removes its own socket, and another file may be another server's. */
export function removeSocketFolder(folder: string): void {
  try {
    if (basename(folder).startsWith(PREFIX)) rmdirSync(folder)
  } catch {} // not empty, or gone already
}

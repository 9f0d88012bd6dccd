// Keeps the temporary files of a run in memory where there is plenty of it. Hundreds of databases are made and dropped,
// and creating and deleting their files on a disk takes a fifth of the time of such tests. A process that is killed
// loses nothing in memory that it would have kept on a disk.

import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 8 * 1024 ** 3

/** Sets TMPDIR, unless it is set already. Returns a function that removes the files. */
export function keepFilesInMemory(): () => void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return () => {}
  // A short name, because the path of a socket may have only some hundred characters.
  const folder = mkdtempSync(`${MEMORY}/cw-`)
  chmodSync(folder, 0o1777) // as root, PostgreSQL runs as another user
  process.env.TMPDIR = folder
  return () => {
    delete process.env.TMPDIR
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Tests run programs that they have built there, which a mount may forbid. */
function hasRoom(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
    const mount = mounts.findLast(([, place]) => place === MEMORY)
    if (!mount || /\b(noexec|ro)\b/.test(mount[3]!)) return false
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES && freemem() >= NEEDED_BYTES
  } catch {
    return false // not Linux
  }
}

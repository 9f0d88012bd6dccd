/** Its message is for the operator: what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

const FULL_DISK = /No space left on device|Disk quota exceeded|Check free disk space|ENOSPC|EDQUOT/
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Turns whatever went wrong into words an operator can act on; the original stays as the cause. */
export function toOperatorError(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error
  const { code, path, message, syscall = '' } = error as NodeJS.ErrnoException
  if (FULL_DISK.test(`${code} ${message}`)) return new EmbeddedPostgresError(fullDisk(dataDir), { cause: error })
  if (syscall.startsWith('spawn')) return cannotRun(message)
  if (syscall.includes('chown')) return new EmbeddedPostgresError(cannotGive(message), { cause: error })
  if (REFUSED.has(code ?? '')) {
    const text = `The user running this (uid ${process.geteuid?.()}) may not use ${path ?? dataDir}: ${message}. Run it as the owner of the data folder ${dataDir}, or set CARDWRIGHT_DATA_DIR to a folder it may write.`
    return new EmbeddedPostgresError(text, { cause: error })
  }
  return new EmbeddedPostgresError(`PostgreSQL in ${dataDir} could not be opened: ${message}`, { cause: error })
}

/** The kernel would not even start the program. */
export function cannotRun(reason: string): EmbeddedPostgresError {
  const text = `The bundled PostgreSQL cannot be run here (${reason}). It needs glibc (not musl, as in Alpine) and, for root, the right to change to another uid, which a container may have lost. Start Cardwright as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own (15 to 18).`
  return new EmbeddedPostgresError(text)
}

/** The same for what initdb or postgres printed before it gave up. */
export function explainOutput(program: string, output: string, dataDir: string): EmbeddedPostgresError {
  if (FULL_DISK.test(output)) return new EmbeddedPostgresError(fullDisk(dataDir))
  const lines = output.split('\n').filter((line) => /FATAL|PANIC|ERROR|HINT|error|fatal|could not/.test(line))
  const said = (lines.length > 0 ? lines : output.trim().split('\n')).slice(-4).join('\n  ')
  return new EmbeddedPostgresError(`${program} failed in ${dataDir}:\n  ${said || 'it said nothing'}`)
}

function cannotGive(reason: string): string {
  return `PostgreSQL does not run as root, and root may not give files to another uid here (${reason}), as in a container with few uids or capabilities. Start Cardwright as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own (15 to 18).`
}

function fullDisk(dataDir: string): string {
  return `The disk that holds ${dataDir} is full, so PostgreSQL cannot run. Nothing committed is lost: free some space and start again.`
}

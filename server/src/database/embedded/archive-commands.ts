// The commands by which the server archives each segment of its write-ahead log, and fetches them in a recovery. A shell
// runs them in the cluster's folder; PostgreSQL replaces %p by the file's path and %f by its name.

import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/**
 * The server always runs with `archive_mode = on`, which cannot be changed while it runs. The command can be changed, and
 * decides whether anything is archived. With an empty command the server would keep every segment for ever.
 */
export const NO_ARCHIVE = 'true'
/** A segment that is not full is archived after this long, so at most this much is lost with the machine. */
export const ARCHIVE_TIMEOUT_SECONDS = 60

/** An exit code above 125 aborts the recovery. A lower one means that there is no such file, which ends the log. */
const DAMAGED = 126

/**
 * The segment is written under a temporary name and synced before it is renamed, so that a file with the final name is always
 * complete. A file that exists already (the server died before it noted it) must be identical. Segments are compressed, since
 * one that was archived before it was full ends in zeros.
 */
export function archiveCommand(folder: string): string {
  const file = `${quoted(folder)}/%f.gz`
  const write = `gzip -1 < %p > ${file}.part && sync ${file}.part && mv ${file}.part ${file} && sync ${quoted(folder)}`
  return `if test -e ${file}; then gzip -dc ${file} | cmp -s - %p; else ${write}; fi`
}

/** `without` lists archived segments that must not be used. */
export function restoreCommand(folder: string, without: readonly string[] = []): string {
  const file = `${quoted(folder)}/%f.gz`
  const refuse = without.length === 0 ? '' : `case %f in ${without.join('|')}) exit 1;; esac; `
  return `${refuse}test -e ${file} || exit 1; gzip -dc ${file} > %p || exit ${DAMAGED}`
}

function quoted(folder: string): string {
  if (/['%\\\n]/.test(folder))
    throw new EmbeddedPostgresError(`${folder}: the path must hold no quote, percent sign or backslash`)
  return `'${folder}'`
}

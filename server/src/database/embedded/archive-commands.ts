// The commands by which the server hands over each segment of its write-ahead log, and takes them back in a recovery.
// They are run by a shell in the cluster's folder; PostgreSQL puts the file's path for %p and its name for %f.

import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/**
 * The server always runs with `archive_mode = on`, since that cannot be changed while it runs; whether anything is
 * archived is a matter of the command, which can. An empty one would keep every segment for ever.
 */
export const NO_ARCHIVE = 'true'
/** A segment that is not full is handed over after this long: so much can be lost with the machine. */
export const ARCHIVE_TIMEOUT_SECONDS = 60

/** An exit code above 125 ends the recovery; one below means that there is no such file, which ends the log. */
const DAMAGED = 126

/**
 * Written under another name, on disk before it gets its own: a file with the right name is a whole segment. One that is
 * there already (the server died before it took note) must be the same. Packed, because a segment that was handed over
 * before it was full ends in zeros.
 */
export function archiveCommand(folder: string): string {
  const file = `${quoted(folder)}/%f.gz`
  const write = `gzip -1 < %p > ${file}.part && sync ${file}.part && mv ${file}.part ${file} && sync ${quoted(folder)}`
  return `if test -e ${file}; then gzip -dc ${file} | cmp -s - %p; else ${write}; fi`
}

/** `without` are segments that are there and must not be used. */
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

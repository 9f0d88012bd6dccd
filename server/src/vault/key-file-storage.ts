import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { formatKeyFile, type KeyFileContent, KeyFileError, parseKeyFile } from './key-file-format.ts'

const OWNER_READS = 0o400
const OTHERS = 0o077
const MAX_FILE_BYTES = 1024 * 1024
const LOCK_TRIES = 50
const LOCK_PAUSE_MS = 20

/** undefined when there is no such file; every other trouble is a KeyFileError. */
export function readKeyFile(path: string): KeyFileContent | undefined {
  try {
    return readOpened(path, fs.openSync(path, 'r'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw asKeyFileError(path, error)
  }
}

/** Checks the opened file, not the path, so that what was checked is what is read. Mode bits: root may read anything. */
function readOpened(path: string, fd: number): KeyFileContent {
  try {
    const stat = fs.fstatSync(fd)
    if (!stat.isFile()) throw new KeyFileError(path, 'is not a regular file', 'name a file')
    if ((stat.mode & OTHERS) !== 0) {
      const mode = (stat.mode & 0o777).toString(8)
      throw new KeyFileError(path, `is open to other users (mode ${mode})`, `run: chmod 400 ${path}`)
    }
    if (stat.size > MAX_FILE_BYTES) throw new KeyFileError(path, 'is far too large', 'name the right file')
    return parseKeyFile(path, fs.readFileSync(fd, 'utf8'))
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * Replaces the file whole: readers see the old content or the new one, and after a power cut one of the two is there.
 * The temporary file has one fixed name and is made exclusively, so it is also the lock: of two processes adding a
 * version at once the later would otherwise write over the key of the earlier, which by then may wrap data.
 */
export function changeKeyFile(
  path: string,
  change: (now: KeyFileContent | undefined) => KeyFileContent,
): KeyFileContent {
  const target = fs.existsSync(path) ? fs.realpathSync(path) : path // a link stays a link
  const temporary = `${target}.new`
  const fd = openExclusively(path, temporary)
  let content: KeyFileContent
  try {
    const now = readKeyFile(path)
    content = change(now)
    const text = formatKeyFile(content)
    parseKeyFile(path, text) // never write what could not be read again
    fs.writeFileSync(fd, text)
    if (now) keepOwner(fd, target)
    fs.fsyncSync(fd)
    fs.renameSync(temporary, target)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw asKeyFileError(path, error)
  } finally {
    fs.closeSync(fd)
  }
  syncFolder(path, dirname(target))
  return content
}

/** A rotation run by root must not lock out the service that runs as somebody else. */
function keepOwner(fd: number, target: string): void {
  const { uid, gid } = fs.statSync(target)
  fs.fchownSync(fd, uid, gid)
}

function openExclusively(path: string, temporary: string): number {
  for (let tries = 1; ; tries++) {
    try {
      return fs.openSync(temporary, 'wx', OWNER_READS)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw asKeyFileError(path, error)
      if (tries === LOCK_TRIES) {
        throw new KeyFileError(path, `is being changed by another process`, `if none is running, remove ${temporary}`)
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS)
    }
  }
}

/** Without this a power cut may undo the rename although the file's own bytes are safe. */
function syncFolder(path: string, folder: string): void {
  try {
    const fd = fs.openSync(folder, 'r')
    fs.fsyncSync(fd)
    fs.closeSync(fd)
  } catch (error) {
    throw asKeyFileError(path, error)
  }
}

function asKeyFileError(path: string, error: unknown): KeyFileError {
  if (error instanceof KeyFileError) return error
  return new KeyFileError(path, `cannot be used (${errorCode(error)})`, 'check the path, its folder and its owner')
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

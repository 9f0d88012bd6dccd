import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../database/embedded/durable-file.ts'
import { formatKeyFile, type KeyFileContent, KeyFileError, parseKeyFile } from './key-file-format.ts'

const OWNER_READS = 0o400
const OTHERS = 0o077
const MAX_FILE_BYTES = 1024 * 1024
const LOCK_TRIES = 50
const LOCK_PAUSE_MS = 20

/** Undefined when the file does not exist; every other problem is a KeyFileError. */
export function readKeyFile(path: string): KeyFileContent | undefined {
  try {
    return readOpened(path, fs.openSync(path, 'r'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw asKeyFileError(path, error)
  }
}

/**
 * Checks the opened file and not the path, so that the checked file is the one that is read. It checks the mode bits,
 * because root may read any file.
 */
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
 * Replaces the whole file: readers see either the old or the new content, also after a power failure. The temporary
 * file has a fixed name and is created exclusively, so it also serves as a lock. Otherwise, of two processes that add a
 * version at once, the later would overwrite the key of the earlier, which may already wrap data.
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
    parseKeyFile(path, text) // never write a file that could not be read again
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
  try {
    syncFolder(dirname(target))
  } catch (error) {
    throw asKeyFileError(path, error)
  }
  return content
}

/** A rotation run by root must not lock out a service that runs as another user. */
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

function asKeyFileError(path: string, error: unknown): KeyFileError {
  if (error instanceof KeyFileError) return error
  return new KeyFileError(path, `cannot be used (${errorCode(error)})`, 'check the path, its folder and its owner')
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

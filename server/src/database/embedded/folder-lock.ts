import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveTo } from './durable-file.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Account } from './run-as.ts'

/**
 * File locks that the kernel drops when their holder dies, kill -9 included. Node has no flock, but an open SQLite
 * transaction is one, with the three levels needed here; the file itself stays empty. Never open such a file by other
 * means in this process: closing it would drop the lock (POSIX).
 */
export type Lock = { release(): void }

const LEVELS = {
  /** one holder, beside any number of users */
  service: 'BEGIN IMMEDIATE',
  /** any number of holders */
  user: 'BEGIN; SELECT count(*) FROM sqlite_master',
  /** one holder and nobody else */
  alone: 'BEGIN EXCLUSIVE',
}
const SQLITE_BUSY = 5
/** Keeps open locks from the garbage collector, which would close the files of a caller that never releases them. */
const held = new Set<DatabaseSync>()

export function tryLock(path: string, level: keyof typeof LEVELS, owner: Account): Lock | undefined {
  if (!existsSync(path)) createFor(owner, path)
  accessSync(path, constants.R_OK | constants.W_OK) // SQLite's own error would not name the file and the reason
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec(LEVELS[level])
    held.add(database)
    return { release: () => held.delete(database) && database.close() }
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

function createFor(owner: Account, path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
    giveTo(path, owner)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // made by another start in the meantime
  }
}

const START_WAIT_MS = 60_000
const POLL_MS = 20

/** One process at a time makes, starts or stops the server of a data folder. */
export async function withStartLock<T>(dataDir: string, owner: Account, work: () => Promise<T>): Promise<T> {
  const path = `${dataDir}/postgres.start.lock`
  const deadline = Date.now() + START_WAIT_MS
  let lock = tryLock(path, 'alone', owner)
  while (!lock) {
    if (Date.now() > deadline) throw new EmbeddedPostgresError(stillStarting(dataDir))
    await sleep(POLL_MS)
    lock = tryLock(path, 'alone', owner)
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}

function stillStarting(dataDir: string): string {
  return `Another process has been starting the PostgreSQL in ${dataDir} for ${START_WAIT_MS / 1000} s; after a crash it may be recovering (see ${dataDir}/postgres.log). Try again when it is ready.`
}

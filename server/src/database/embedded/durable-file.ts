import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Account } from './run-as.ts'

/** Writes the whole file or nothing, even through a power cut: a half-written password would lock the owner out. */
export function writeDurably(path: string, text: string, options: { mode: number; owner: Account }): void {
  const temporary = `${path}.new`
  rmSync(temporary, { force: true })
  const file = openSync(temporary, 'wx', options.mode) // exclusive, since root must not follow a link in somebody else's folder
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  giveTo(temporary, options.owner)
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

/** A rename is durable only once its folder is synced. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Only root can change the owner. For anybody else the files already have the right owner. */
export function giveTo(path: string, owner: Account): void {
  if (process.geteuid?.() === 0) lchownSync(path, owner.uid, owner.gid)
}

/** Creates a folder with exactly this mode, whatever the umask. An existing folder keeps its mode. */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
}

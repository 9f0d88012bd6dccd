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

/** Whole or not at all, also after a power cut: a half-written password would lock the owner out. */
export function writeDurably(path: string, text: string, options: { mode: number; owner: Account }): void {
  const temporary = `${path}.new`
  rmSync(temporary, { force: true })
  const file = openSync(temporary, 'wx', options.mode) // exclusive: root must not follow a link in another's folder
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

/** A rename is on disk only once its folder is. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Only root can give files away; for anybody else they are the right owner's already. */
export function giveTo(path: string, owner: Account): void {
  if (process.geteuid?.() === 0) lchownSync(path, owner.uid, owner.gid)
}

/** With just this mode whatever the umask; one that exists keeps its own. */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
}

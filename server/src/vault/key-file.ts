import { randomBytes } from 'node:crypto'
import { encrypt } from './envelope.ts'
import { type KeyFileContent, KeyFileError, masterKeys, newestVersion } from './key-file-format.ts'
import { changeKeyFile, readKeyFile } from './key-file-storage.ts'
import { type KeyProvider, MASTER_KEY_BYTES, unwrapWith } from './key-provider.ts'

export { KeyFileError } from './key-file-format.ts'

export interface KeyFile extends KeyProvider {
  /** Adds a master key, which wraps from now on. The old keys stay, in order to unwrap. */
  addVersion(): number
  /**
   * Deletes old master keys. Call it only after `rotate`, and only when no backup that needs them will ever be
   * restored.
   */
  dropVersionsBefore(version: number): void
}

export function openKeyFile(path: string, options: { create: boolean }): KeyFile {
  let keys = masterKeys(readKeyFile(path) ?? makeFirstKey(path, options.create))
  const change = (edit: (now: KeyFileContent) => KeyFileContent): void => {
    keys = masterKeys(changeKeyFile(path, (now) => edit(now ?? missing(path))))
  }
  const currentVersion = () => newestVersion(keys.keys())

  return {
    get currentVersion() {
      return currentVersion()
    },
    wrap(plaintext, context) {
      const version = currentVersion()
      return { version, wrapped: encrypt(keys.get(version)!, plaintext, context) }
    },
    unwrap: (version, wrapped, context) => unwrapWith(keys, version, wrapped, context),
    reload() {
      keys = masterKeys(readKeyFile(path) ?? missing(path))
    },
    addVersion() {
      change((now) => new Map(now).set(newestVersion(now.keys()) + 1, newMasterKey()))
      return currentVersion()
    },
    dropVersionsBefore(version) {
      change((now) => keepFrom(path, now, version))
    },
  }
}

/** When another process has made the file in the meantime, its key is used. */
function makeFirstKey(path: string, create: boolean): KeyFileContent {
  if (!create) missing(path)
  return changeKeyFile(path, (now) => now ?? new Map([[1, newMasterKey()]]))
}

function newMasterKey(): string {
  return randomBytes(MASTER_KEY_BYTES).toString('base64')
}

function keepFrom(path: string, now: KeyFileContent, version: number): KeyFileContent {
  if (!now.has(version)) throw new KeyFileError(path, `has no version ${version}`, 'keep from a version it holds')
  return new Map([...now].filter(([held]) => held >= version))
}

function missing(path: string): never {
  throw new KeyFileError(path, 'does not exist', 'restore it from your backup, or give the path of the right one')
}

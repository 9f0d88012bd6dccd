// Writes a base backup to the folder. It is written under a temporary name, synced to disk and described by its manifest
// before it is renamed. A folder whose name does not end in .part is a complete base backup.

import { createHash, type Hash } from 'node:crypto'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../../../../../cli/src/framework/failures.ts'
import type { ConnectionOptions } from '../../../database/database.ts'
import { syncFolder, writeDurably } from '../../../database/embedded/durable-file.ts'
import { ownAccount } from '../../../database/embedded/run-as.ts'
import { type LogPosition, streamBaseBackup } from '../../../database/wire/base-backup.ts'
import { type BaseManifest, basePath, type StoredFile, UNFINISHED } from './archive-folder.ts'
import { megabytes, type Progress, percent } from './progress.ts'

const ARCHIVE = 'base.tar.gz'
const MANIFEST = 'backup_manifest'

export type Taken = { start: LogPosition; end: LogPosition; bytes: number; files: Record<string, StoredFile> }

/** Removes what a killed run has left. Only the process that holds the folder's lock may call it. */
export function removeUnfinished(folder: string): void {
  const left = readdirSync(basePath(folder)).filter((name) => name.endsWith(UNFINISHED))
  for (const name of left) rmSync(basePath(folder, name), { recursive: true, force: true })
}

/** `describe` is called once the files are written, and waits for everything that must be true before the backup is valid. */
export async function writeBase(
  owner: ConnectionOptions,
  folder: string,
  id: string,
  progress: Progress,
  describe: (taken: Taken) => Promise<BaseManifest>,
): Promise<BaseManifest> {
  const part = basePath(folder, id + UNFINISHED)
  await mkdir(part, { mode: 0o700 })
  const removePart = () => rmSync(part, { recursive: true, force: true })
  process.on('exit', removePart) // also when the operator interrupts
  try {
    const manifest = await describe(await receive(owner, part, progress))
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    writeDurably(join(part, 'manifest.json'), text, { mode: 0o600, owner: ownAccount() })
    renameSync(part, basePath(folder, id))
    syncFolder(basePath(folder))
    return manifest
  } finally {
    process.off('exit', removePart)
    removePart()
  }
}

async function receive(owner: ConnectionOptions, part: string, progress: Progress): Promise<Taken> {
  const taken: Partial<Taken> & { files: Taken['files'] } = { files: {} }
  let file: PartFile | undefined
  const close = async () => {
    if (file) taken.files[file.name] = await file.close()
    file = undefined
  }
  try {
    for await (const each of streamBaseBackup(owner)) {
      if (each.kind === 'start') taken.start = each.position
      if (each.kind === 'size') taken.bytes = each.bytes
      if (each.kind === 'end') taken.end = each.position
      if (each.kind === 'progress')
        progress(() => `base backup: ${megabytes(each.bytes)} read, ${percent(each.bytes, taken.bytes ?? 0)}`)
      if (each.kind === 'archive' || each.kind === 'manifest') {
        await close()
        file = await PartFile.open(part, each.kind === 'archive' ? each.name : MANIFEST)
      }
      if (each.kind === 'data') await file!.write(each.bytes)
    }
  } finally {
    await close()
  }
  if (!taken.start || !taken.end || !taken.files[ARCHIVE] || Object.keys(taken.files).length !== 2)
    throw new CommandError('the database has tablespaces of its own, which this backup does not know')
  return taken as Taken
}

class PartFile {
  readonly name: string
  readonly #handle: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #bytes = 0

  private constructor(name: string, handle: FileHandle) {
    this.name = name
    this.#handle = handle
  }

  static async open(folder: string, name: string): Promise<PartFile> {
    return new PartFile(name, await open(join(folder, name), 'wx', 0o600))
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    this.#bytes += bytes.length
    await this.#handle.writeFile(bytes)
  }

  async close(): Promise<StoredFile> {
    await this.#handle.sync()
    await this.#handle.close()
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

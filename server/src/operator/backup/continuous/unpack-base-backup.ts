// Unpacks a base backup. The result is valid only when the checksum of the whole matches the manifest.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CommandError } from '../../../../../cli/src/framework/failures.ts'
import { type BaseManifest, basePath } from './archive-folder.ts'
import { megabytes, type Progress, percent } from './progress.ts'
import { extractTar, TarError } from './tar.ts'

const ARCHIVE = 'base.tar.gz'
const CHUNK_BYTES = 256 * 1024

export async function unpackBase(
  folder: string,
  base: BaseManifest,
  into: string,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<void> {
  const path = join(basePath(folder, base.id), ARCHIVE)
  const hash = createHash('sha256')
  const onBytes = (done: number) =>
    progress(() => `unpacking: ${megabytes(done)}, ${percent(done, base.unpacked_bytes)}`)
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: CHUNK_BYTES }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createGunzip({ chunkSize: CHUNK_BYTES }),
      (chunks: AsyncIterable<Buffer>) => extractTar(chunks, into, onBytes),
      { signal },
    )
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (error instanceof TarError || (typeof code === 'string' && code.startsWith('Z_'))) throw damaged(path)
    throw error
  }
  if (hash.digest('hex') !== base.files[ARCHIVE]?.sha256) throw damaged(path)
}

function damaged(path: string): CommandError {
  return new CommandError(`${path} is not a whole base backup: it was cut off or altered; nothing was changed`)
}

// The migrations of the last release. They must not be edited any more, and the released version must keep working on the schema
// that later migrations make.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '../server/src/database/migrate.ts'
import { VERSION } from '../server/src/version.ts'

export type Released = {
  version: string
  /** Where its sources are: the tag of the release. */
  ref: string
  /** Checksums by name. */
  migrations: Record<string, string>
}

const path = fileURLToPath(new URL('../server/migrations/released.json', import.meta.url))

/** At a release, before it is tagged. */
export function replaceReleasedMigrations(ref = `v${VERSION}`): void {
  const migrations = Object.fromEntries(readMigrations().map(({ name, checksum }) => [name, checksum]))
  const released: Released = { version: VERSION, ref, migrations }
  writeFileSync(path, `${JSON.stringify(released, null, 2)}\n`)
}

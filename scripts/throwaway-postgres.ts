// A PostgreSQL for scripts, in a temporary folder that is removed when the script is done.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { connect } from '../server/src/database/database.ts'
import { type EmbeddedConnection, openEmbeddedPostgres } from '../server/src/database/embedded/embedded-postgres.ts'
import { loginsOf, migrateFor } from '../server/src/database/logins.ts'

export type ThrowawayPostgres = { connection: EmbeddedConnection; remove(): Promise<void> }

const silent = { info() {}, warn() {}, error: console.error }
/** The crash tests start their own servers with fsync. Here nothing of value could be lost. */
export const quickSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '256MB',
  max_connections: '300',
}

export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-test-'))
  // As root, PostgreSQL runs under another uid. If it could not enter this folder, the cluster would be made elsewhere and left behind.
  chmodSync(folder, 0o711)
  try {
    const server = await openEmbeddedPostgres({
      dataDir: folder,
      purpose: 'service',
      log: silent,
      settings: quickSettings,
    })
    const remove = async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    return { connection: server.connection, remove }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

export type OwnerRole = { name: string; password: string; rights: 'superuser' | 'createrole' }

/** A new empty database that belongs to a new login. */
export async function makeEmptyDatabase(server: ThrowawayPostgres, database: string, owner: OwnerRole): Promise<void> {
  const admin = connect({ ...server.connection, database: 'postgres' }, { max: 1 })
  await admin.unsafe(`create role ${owner.name} login ${owner.rights} password '${owner.password}'`)
  await admin.unsafe(`create database ${database} owner ${owner.name}`)
  await admin.end()
}

/** A new database of this name with the newest schema; the connection is the owner's. */
export async function makeMigratedDatabase(server: ThrowawayPostgres, database: string): Promise<postgres.Sql> {
  const admin = connect({ ...server.connection, database: 'postgres' }, { max: 1 })
  await admin.unsafe(`create database ${database}`)
  await admin.end()
  const owner = connect({ ...server.connection, database }, { max: 1 }) as never as postgres.Sql
  await migrateFor(owner as never, loginsOf({ ...server.connection, database }))
  return owner
}

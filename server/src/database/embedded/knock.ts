import postgres from 'postgres'
import { NO_ARCHIVE } from './archive-commands.ts'
import type { Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { PORT } from './socket-folder.ts'

export type EmbeddedConnection = {
  /** the folder of the socket */
  host: string
  port: number
  username: string
  password: string
  database: string
}

export function connectionTo(cluster: Cluster, socketFolder: string): EmbeddedConnection {
  const { role, password } = cluster
  return { host: socketFolder, port: PORT, username: role, password, database: role }
}

/** What is behind a socket: our server (and what it calls itself), one not ready to talk, or nothing that answers. */
export type Answer = { kind: 'ready'; name: string } | { kind: 'not-yet' } | { kind: 'silent'; error: Error }

const CONNECT_SECONDS = 5

export async function knock(cluster: Cluster, socketFolder: string): Promise<Answer> {
  const connection = connectionTo(cluster, socketFolder)
  try {
    return { kind: 'ready', name: await withClient(connection, (sql) => introduce(cluster, connection, sql)) }
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === '57P03') return { kind: 'not-yet' }
    if (code === '28P01') throw new EmbeddedPostgresError(wrongPassword(cluster))
    if (error instanceof EmbeddedPostgresError || error instanceof postgres.PostgresError) throw error
    return { kind: 'silent', error: error as Error }
  }
}

async function introduce(cluster: Cluster, { host, database }: EmbeddedConnection, sql: postgres.Sql): Promise<string> {
  const [row] = await sql`
    select current_setting('data_directory') as folder,
           current_setting('cluster_name') as name,
           current_setting('archive_command') as archive_command,
           exists (select from pg_database where datname = ${database}) as has_database`
  if (row?.folder !== cluster.folder) {
    throw new EmbeddedPostgresError(`The PostgreSQL at ${host} serves ${row?.folder}, not ${cluster.folder}.`)
  }
  // Here rather than beside initdb, because the first start may be cut off in between.
  if (!row.has_database) await sql`create database ${sql(database)}`
  if (row.archive_command === '') await archiveNothing(sql)
  return row.name
}

/** Until somebody asks for an archive. Kept by the server itself, so that it can be changed while the server runs. */
async function archiveNothing(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`alter system set archive_command = '${NO_ARCHIVE}'`)
  await sql`select pg_reload_conf()`
}

async function withClient<T>(connection: EmbeddedConnection, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const options = { max: 1, ssl: false, fetch_types: false, connect_timeout: CONNECT_SECONDS }
  const sql = postgres({ ...connection, ...options, database: 'postgres' }) // there from the first moment
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function wrongPassword(cluster: Cluster): string {
  return `The password in ${cluster.dataDir}/postgres.password is not the database's. Put the right file back from a backup of the data folder.`
}

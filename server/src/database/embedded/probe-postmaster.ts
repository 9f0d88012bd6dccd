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

/** What is behind a socket: our server with its name, a server that is not ready yet, or nothing that answers. */
export type Answer = { kind: 'ready'; name: string } | { kind: 'not-yet' } | { kind: 'silent'; error: Error }

const CONNECT_SECONDS = 5

export async function probePostmaster(cluster: Cluster, socketFolder: string): Promise<Answer> {
  const connection = connectionTo(cluster, socketFolder)
  try {
    return { kind: 'ready', name: await withClient(connection, (sql) => identifyServer(cluster, connection, sql)) }
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === '57P03') return { kind: 'not-yet' }
    if (code === '28P01') throw new EmbeddedPostgresError(wrongPassword(cluster))
    if (error instanceof EmbeddedPostgresError || error instanceof postgres.PostgresError) throw error
    return { kind: 'silent', error: error as Error }
  }
}

async function identifyServer(
  cluster: Cluster,
  { host, database }: EmbeddedConnection,
  sql: postgres.Sql,
): Promise<string> {
  const [row] = await sql`
    select current_setting('data_directory') as folder,
           current_setting('cluster_name') as name,
           current_setting('archive_command') as archive_command,
           exists (select from pg_database where datname = ${database}) as has_database`
  if (row?.folder !== cluster.folder) {
    throw new EmbeddedPostgresError(`The PostgreSQL at ${host} serves ${row?.folder}, not ${cluster.folder}.`)
  }
  // Done here rather than after initdb, because the first start may be interrupted in between.
  if (!row.has_database) await sql`create database ${sql(database)}`
  if (row.archive_command === '') await archiveNothing(sql)
  return row.name
}

/** Archives nothing until somebody asks for it. The server stores the setting, so that it can change while the server runs. */
async function archiveNothing(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`alter system set archive_command = '${NO_ARCHIVE}'`)
  await sql`select pg_reload_conf()`
}

async function withClient<T>(connection: EmbeddedConnection, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const options = { max: 1, ssl: false, fetch_types: false, connect_timeout: CONNECT_SECONDS }
  const sql = postgres({ ...connection, ...options, database: 'postgres' }) // this database always exists
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function wrongPassword(cluster: Cluster): string {
  return `The password in ${cluster.dataDir}/postgres.password is not the database's. Put the right file back from a backup of the data folder.`
}

// A Citus cluster for the tests, given by CITUS_DATABASE_URL: the coordinator's address with a superuser's login, in a database
// whose pg_dist_node names the workers. The template is distributed once; a clone of it is a clone on every server.

import type postgres from 'postgres'
import { parseDatabaseUrl } from '../server/src/config/database-url.ts'
import { connect } from '../server/src/database/database.ts'
import { planDistribution, readFacts } from '../server/src/database/distributed/plan-distribution.ts'
import { loginsOf, migrateFor } from '../server/src/database/logins.ts'

export type TestServer = { host: string; port: number; username: string; password: string; database: string }
/** `others` are the servers on which a database of the same name lies too. */
export type TestCluster = TestServer & { others: TestServer[] }

/** Few shards, so that a clone is fast, since each shard is a table of its own. */
const TEMPLATE_SHARDS = 4

/** A template to clone; nobody can log in to it. */
export async function makeCitusTemplate(url: string, template: string): Promise<TestCluster> {
  const coordinator = await makeCitusDatabase(url, template, TEMPLATE_SHARDS)
  const others = await readWorkers(serverOf(url))
  for (const server of [coordinator, ...others]) await close(server, template)
  return { ...serverOf(url), others }
}

/** With the newest schema, distributed over all servers of the cluster. */
export async function makeCitusDatabase(url: string, database: string, shards: number): Promise<TestServer> {
  const coordinator = serverOf(url)
  const others = await readWorkers(coordinator)
  const servers = [coordinator, ...others]
  for (const server of servers) await recreate(server, database)
  for (const server of servers) await onDatabase(server, database, (sql) => sql.unsafe('create extension citus'))
  await onDatabase(coordinator, database, async (owner) => {
    await owner`select citus_set_coordinator_host(${coordinator.host}, ${coordinator.port}::integer)`
    for (const { host, port } of others) await owner`select citus_add_node(${host}, ${port}::integer)`
    await migrateFor(owner as never, loginsOf({ ...coordinator, database }))
    await owner`select ensure_partitions(now(), 1)`
    for (const { sql } of planDistribution(await readFacts(owner), shards)) await owner.unsafe(sql)
  })
  return { ...coordinator, database }
}

/** A database on the coordinator's server without Citus. */
export async function makePlainDatabase(url: string, database: string): Promise<TestServer> {
  const server = serverOf(url)
  await recreate(server, database)
  return { ...server, database }
}

function serverOf(url: string): TestServer {
  const { hosts, user, password, database } = parseDatabaseUrl(url)
  return { ...hosts[0]!, username: user ?? 'postgres', password, database: database ?? 'postgres' }
}

async function readWorkers(coordinator: TestServer): Promise<TestServer[]> {
  const rows = await onDatabase(
    coordinator,
    coordinator.database,
    (sql) => sql<{ host: string; port: number }[]>`
      select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and isactive and noderole = 'primary'`,
  )
  return rows.map((row) => ({ ...coordinator, ...row }))
}

async function recreate(server: TestServer, database: string): Promise<void> {
  await onDatabase(server, server.database, async (sql) => {
    await sql.unsafe(`drop database if exists ${database} with (force)`)
    await sql.unsafe(`create database ${database}`)
  })
}

/** The background process of Citus is a session too, and a database with sessions cannot be cloned. */
async function close(server: TestServer, database: string): Promise<void> {
  await onDatabase(server, 'postgres', async (sql) => {
    await sql.unsafe(`alter database ${database} with allow_connections false`)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`
  })
}

async function onDatabase<T>(server: TestServer, database: string, act: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = connect({ ...server, database }, { max: 1 }) as never as postgres.Sql
  try {
    return await act(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, UsageError } from '../../../../cli/src/framework/failures.ts'
import { connect } from '../../database/database.ts'
import { type Command, requireOwner, type Session, withSchema } from '../command.ts'
import { readServers, readShards, requireCitus, type Server, type Shard } from './cluster.ts'

const LAST_BUCKET = 255
const LOOK_EVERY_MS = 2_000
const MEBIBYTE = 1024 * 1024

export const moveBucket: Command = {
  name: 'database move-bucket',
  summary: 'move a bucket, and the others of its shard, to another server',
  args: ['BUCKET'],
  options: {
    to: { kind: 'text', value: 'HOST:PORT', help: 'the server to move it to', required: true },
    'block-writes': {
      kind: 'flag',
      help: 'block writes to the shard during the whole move; for servers without wal_level = logical',
    },
  },
  notes: 'The service keeps running: the rows are copied in the background, and writes wait for a moment at the end.',
  async run(call) {
    const bucket = readBucket(call.args[0]!)
    const target = readAddress(call.text('to')!)
    await withSchema(call, async (session) => {
      await requireOwner(session, 'database move-bucket')
      await requireCitus(session.owner)
      const shard = await findShard(session, bucket)
      const server = await findServer(session, target)
      if (isAt(shard, server)) return call.print(`Nothing to do: bucket ${bucket} lies on ${inWords(server)}.`)
      call.print(
        `Shard ${shard.id} with buckets ${shard.buckets.join(' ')} (${mebibytes(shard.bytes)}) goes from ${inWords(shard)} to ${inWords(server)}.`,
      )
      await move(session, shard, server, call.flag('block-writes') ? 'block_writes' : 'auto')
      call.print('Done.')
    })
  },
}

function readBucket(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= LAST_BUCKET) return Number(text)
  throw new UsageError(`BUCKET must be a whole number from 0 to ${LAST_BUCKET}`)
}

type Address = { host: string; port: number }

function readAddress(text: string): Address {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (host === undefined)
    throw new UsageError('--to must be HOST:PORT, as select citus_get_active_worker_nodes() shows it')
  return { host, port: Number(port) }
}

const isAt = (one: Address, other: Address) => one.host === other.host && one.port === other.port
const inWords = ({ host, port }: Address) => `${host}:${port}`
const mebibytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(1)} MiB`

async function findShard({ owner }: Session, bucket: number): Promise<Shard> {
  const shard = (await readShards(owner)).find(({ buckets }) => buckets.includes(bucket))
  if (shard) return shard
  throw new CommandError('no table is distributed yet: run database distribute first')
}

async function findServer({ owner }: Session, address: Address): Promise<Server> {
  const servers = (await readServers(owner)).filter(({ takesShards }) => takesShards)
  const server = servers.find((each) => isAt(each, address))
  if (server) return server
  throw new CommandError(
    `${inWords(address)} is not a server of this cluster that accepts shards; the servers are ${servers.map(inWords).join(', ')}`,
  )
}

/** All tables of the shard move together, since they are one group in Citus. */
async function move({ owner, logins, print }: Session, from: Shard, to: Server, mode: string): Promise<void> {
  const watcher = connect(logins.owner ?? logins.service, { max: 1 })
  const done = new AbortController()
  const watching = showProgress(watcher, print, done.signal)
  try {
    await owner`
      select citus_move_shard_placement(${from.id}::bigint, ${from.host}, ${from.port}::integer, ${to.host}, ${to.port}::integer, ${mode}::citus.shard_transfer_mode)`
  } finally {
    done.abort()
    await watching
    await watcher.end({ timeout: 1 })
  }
}

type Progress = { tables: number; copied: number; total: number }

async function showProgress(watcher: Session['owner'], print: Session['print'], done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    const [row] = await watcher<Progress[]>`
      select count(*)::integer as tables, coalesce(sum(target_shard_size), 0)::float8 as copied, coalesce(sum(source_shard_size), 0)::float8 as total
      from get_rebalance_progress()`
    if (row && row.tables > 0) print(`  ${mebibytes(row.copied)} of ${mebibytes(row.total)} in ${row.tables} tables`)
    await sleep(LOOK_EVERY_MS, undefined, { signal: done }).catch(() => {})
  }
}

import { type Command, json, requireOwner, withSchema } from '../command.ts'
import { table } from '../table.ts'
import { readShards, requireCitus, type Shard } from './cluster.ts'

export const shards: Command = {
  name: 'database shards',
  summary: 'show which server of a distributed database holds which buckets',
  options: { json },
  async run(call) {
    const all = await withSchema(call, async (session) => {
      await requireOwner(session, 'database shards')
      await requireCitus(session.owner)
      return readShards(session.owner)
    })
    if (call.flag('json')) call.printJson(all)
    else call.print(all.length === 0 ? 'No table is distributed yet: run database distribute.' : describe(all))
  },
}

const MEBIBYTE = 1024 * 1024

function describe(all: readonly Shard[]): string {
  const rows = all.map(({ id, host, port, bytes, buckets }) => [
    id,
    `${host}:${port}`,
    (bytes / MEBIBYTE).toFixed(1),
    buckets.join(' ') || 'none',
  ])
  return table(['SHARD', 'SERVER', 'MiB', 'BUCKETS'], rows)
}

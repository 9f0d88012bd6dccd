// --distributed URL: runs the same load alternately on a plain and on a distributed database. URL is the coordinator of
// a Citus cluster, with a superuser's login. The plain database is on the coordinator's server too, so that both use
// the same PostgreSQL. On one machine all servers share its processors, so this measures the cost of distribution and
// not its gain.

import { makeCitusDatabase, makePlainDatabase } from '../../scripts/citus-cluster.ts'
import type { Load } from './operations.ts'
import { compare, loadsOf, prepare } from './processes.ts'
import type { Row } from './report.ts'
import { type Bench, startBench } from './service.ts'

export async function measureDistributed(url: string, shards: number, seconds: number): Promise<Row[]> {
  const databases = [
    await makePlainDatabase(url, 'bench_plain'),
    await makeCitusDatabase(url, 'bench_distributed', shards),
  ]
  const benches: Bench[] = []
  try {
    for (const on of databases) benches.push(await startBench({ on }))
    const loads: Load[][] = []
    for (const bench of benches) loads.push(loadsOf(bench, await prepare(bench), seconds))
    const rows: Row[] = []
    for (const [index, { name }] of loads[0]!.entries()) {
      const same = loads.map((each) => each[index]!)
      rows.push(...(await compare(name, ['plain', 'distributed'], 'plain', benches, same)))
    }
    return rows
  } finally {
    for (const bench of benches) await bench.stop()
  }
}

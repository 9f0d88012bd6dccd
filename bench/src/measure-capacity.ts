// Makes the measurements for the capacity page, except the processor time of an operation, which `npm run bench`
// measures.

import { readFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { cpus, totalmem } from 'node:os'
import { connect } from '../../server/src/database/database.ts'
import type { Assumptions, CapacityInput, MeasuredOperation } from './capacity-input.ts'
import { prepareCards, prepareWorkspaces, type WalletCard } from './fixtures.ts'
import { measureDisk } from './measure-disk.ts'
import { measureMemory, WORKSPACES_FOR_STREAMS } from './measure-memory.ts'
import { authorize, keyed, type Load, loadOf, settle } from './operations.ts'
import type { Row } from './report.ts'
import { type Bench, startBench } from './service.ts'

const CARDS = 2_000
const AUTHORIZE_SECONDS = 40
const SETTLE_SECONDS = 25

/** `benchFile` is the output of `npm run bench -- --json` on the same machine. */
export async function measureCapacity(benchFile: string, assumptions: Assumptions): Promise<CapacityInput> {
  process.env.MAX_CONNECTIONS_PER_ADDRESS = '0' // all connections come from this machine
  const bench = await startBench()
  try {
    const cards = await prepareCards(bench, CARDS)
    const wallets = await prepareWorkspaces(bench, WORKSPACES_FOR_STREAMS)
    const of = (operation: typeof authorize, seconds: number): Load =>
      keyed(loadOf(operation, '', bench.port, cards, 64, seconds))
    const disk = [
      await measureDisk(bench, 'authorization', of(authorize, AUTHORIZE_SECONDS)),
      await measureDisk(bench, 'settlement', of(settle, SETTLE_SECONDS)),
    ]
    return {
      machine: await describeMachine(bench),
      operations: operationsOf(benchFile),
      memory: await measureMemory(bench, wallets),
      disk,
      network: await measureExchange(bench, cards[0]!),
      assumptions,
    }
  } finally {
    await bench.stop()
  }
}

/** The operations whose processor time is known. The number of connections is removed from their names. */
function operationsOf(benchFile: string): MeasuredOperation[] {
  const { rows } = JSON.parse(readFileSync(benchFile, 'utf8')) as { rows: Row[] }
  return rows.flatMap(({ name, cost }) =>
    cost ? [{ name, cost: { service: Math.round(cost.service), postgres: Math.round(cost.postgres) } }] : [],
  )
}

async function describeMachine({ connection }: Bench): Promise<Record<string, string>> {
  const sql = connect(connection, { max: 1 })
  const [version] = await sql<{ server_version: string }[]>`show server_version`
  await sql.end()
  return {
    Processors: `${cpus().length} × ${cpus()[0]!.model.trim()}`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    System: `${process.platform} ${process.arch}`,
    'Node.js': process.version,
    PostgreSQL: `${version!.server_version}, embedded, default settings`,
  }
}

/** Sends one authorization and counts the bytes in both directions. */
function measureExchange({ port }: Bench, { id, key }: WalletCard): Promise<CapacityInput['network']> {
  const { path, body } = authorize.request({ id, key, hold: '' })
  const text = JSON.stringify(body)
  const head = [
    `POST /v1${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'X-Idempotency-Key: capacity-one-exchange-0123456789abcdef',
    `Content-Length: ${text.length}`,
    'Connection: close',
  ]
  return new Promise((resolve, reject) => {
    const socket = connectSocket(port, '127.0.0.1')
    socket.resume().once('error', reject)
    socket.once('close', () => resolve({ requestBytes: socket.bytesWritten, answerBytes: socket.bytesRead }))
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  })
}

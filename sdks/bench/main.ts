// node sdks/bench/main.ts [node] [python] [go]: compares the libraries with the published clients of Stripe and Lithic
// in one run, and prints Markdown. It downloads those clients into temporary folders, so it needs package registries;
// CI never runs it.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { goTable } from './go.ts'
import { nodeTable } from './node.ts'
import { pythonTable } from './python.ts'

const tables = { node: nodeTable, python: pythonTable, go: goTable }
const wanted = process.argv.slice(2)

// Every client gets the same short answer, which has the fields that each of them reads.
const body = JSON.stringify({ id: 'card_1', object: 'issuing.card', status: 'active', balance: 100, label: 'Ads' })
const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${load()}\n`)
for (const [name, table] of Object.entries(tables)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`${await table(address)}\n\nload ${load()}\n`)
}
server.closeAllConnections()
server.close()

function load(): string {
  return loadavg()[0]!.toFixed(1)
}

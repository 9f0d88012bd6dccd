// A customer's receiver, run as a child: `receiver-program.ts <port> <file>`. It writes each request to the file before
// it responds, so that a kill can lose the response but never the record. Each request is one line with path and event.

import { openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, path] = process.argv.slice(2)
const file = openSync(path!, 'a')

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString())
    writeSync(file, `${request.url} ${id}\n`)
    response.end()
  })
})
server.listen(Number(port), '127.0.0.1', () => console.log('receiver listens'))

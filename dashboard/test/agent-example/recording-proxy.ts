// Stands before the service and keeps every byte that the service answers to one of those who speak with it.

import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Exchange = { who: string; method: string; path: string; asked: string; answered: string }
export type RecordingProxy = { url: string; exchanges: Exchange[]; target: string }

/** `target` may be given later: the service wants to know its public address when it starts. */
export async function startProxy(who: string): Promise<RecordingProxy> {
  const server = createServer((incoming, outgoing) => {
    const exchange: Exchange = { who, method: incoming.method!, path: incoming.url!, asked: '', answered: '' }
    proxy.exchanges.push(exchange)
    // Nothing is compressed, so that what is searched is what is said.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const onward = send(new URL(incoming.url!, proxy.target), { method: exchange.method, headers }, (answer) => {
      exchange.answered += `${answer.statusCode}\n${headerLines(answer.headers)}\n\n`
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.on('data', (chunk: Buffer) => (exchange.answered += chunk.toString('latin1')))
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.on('data', (chunk: Buffer) => (exchange.asked += chunk.toString('latin1')))
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const proxy: RecordingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges: [],
    target: '',
  }
  return proxy
}

export function headerLines(headers: IncomingHttpHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

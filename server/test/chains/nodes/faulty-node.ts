// A faulty node: it forwards every call to a real node, except for the responses that a test changes.

import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

type Call = { id: number; method: string; params: unknown[] }
/** What happens to a call instead: a result, an error, the text of the whole body, a status, or no response at all. */
export type Fault =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | { body: string }
  | { status: number }
  | 'hang'
  | 'cut'
  | undefined

export type FaultyNode = {
  url: string
  calls: string[]
  fault: (call: Call) => Fault | Promise<Fault>
  close(): Promise<void>
}

export async function startFaultyNode(
  behind?: string,
  fault: FaultyNode['fault'] = () => undefined,
): Promise<FaultyNode> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((request, response) => {
    // If the real node does not respond, this one does not respond either.
    answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body: Call | Call[] = JSON.parse(await text(request))
    const calls = Array.isArray(body) ? body : [body]
    node.calls.push(...calls.map(({ method }) => method))
    const answers: string[] = []
    for (const call of calls) {
      const fault = await node.fault(call)
      if (spoil(response, fault)) return
      if (fault === undefined) answers.push(await passOn(agent, behind, call))
      else answers.push(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...(fault as object) }))
    }
    response.setHeader('content-type', 'application/json')
    response.end(Array.isArray(body) ? `[${answers.join()}]` : answers[0])
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: FaultyNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    fault,
    close: async () => {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  after(() => node.close())
  return node
}

/** Whether the fault concerns the whole response. */
function spoil(response: ServerResponse, fault: Fault): boolean {
  if (fault === 'hang') return true
  if (fault === 'cut') {
    response.destroy()
    return true
  }
  if (fault && 'body' in fault) response.end(fault.body)
  else if (fault && 'status' in fault) response.writeHead(fault.status).end('busy')
  else return false
  return true
}

/** The response of the real node as text: only the service reads it, and a block is long. */
async function passOn(agent: Agent, behind: string | undefined, call: Call): Promise<string> {
  if (!behind)
    return JSON.stringify({ jsonrpc: '2.0', id: call.id, error: { code: -32_601, message: 'Method not found' } })
  const { hostname, port, username, password } = new URL(behind)
  const headers = { 'content-type': 'application/json' }
  const auth = `${username}:${password}`
  const request = ask({ agent, hostname, port, method: 'POST', headers, auth }).end(JSON.stringify(call))
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  )
  return text(response)
}

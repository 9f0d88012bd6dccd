// The requests of tests. `fetch` takes three times as much CPU as `node:http`, and the tests make tens of thousands of
// requests.

import { Agent, request } from 'node:http'

export type Sent = { method: string; headers?: Record<string, string>; body?: string | undefined }
export type Received = { status: number; headers: Headers; text: string }

const agent = new Agent({ keepAlive: true })
const defaults = { accept: '*/*', 'user-agent': 'node' }

export function sendRequest(url: string, { method, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    // Node adds the length itself, except for a DELETE.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { agent, method, headers: { ...defaults, ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: headersOf(response.rawHeaders),
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!)
  return headers
}

// The official TypeScript client, in both eras of the protocol, over HTTP and over stdio.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Json } from '../sandbox/scene.ts'

export type Era = 'modern' | 'legacy'

const negotiation = {
  modern: { mode: { pin: '2026-07-28' } },
  legacy: { mode: 'legacy' },
} as const

type ClientOptions = ConstructorParameters<typeof Client>[1]

export function newClient(era: Era, options: ClientOptions = {}): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: negotiation[era], ...options })
}

export function httpTransport(url: string, key: string, fetch?: typeof globalThis.fetch) {
  return new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    ...(fetch && { fetch }),
  })
}

export async function connected(url: string, key: string, era: Era = 'modern', options: ClientOptions = {}) {
  const client = newClient(era, options)
  await client.connect(httpTransport(url, key))
  return client
}

/** Returns the structured content of a successful call. */
export async function used(client: Client, name: string, args: object = {}): Promise<Json> {
  const result = await client.callTool({ name, arguments: { ...args } })
  if (result.isError) throw new Error(JSON.stringify(result.content))
  return result.structuredContent
}

/** Returns the error of a rejected call, as the API words it. */
export async function refused(client: Client, name: string, args: object = {}): Promise<Json> {
  const result = (await client.callTool({ name, arguments: { ...args } })) as Json
  if (!result.isError) throw new Error(`${name} was not refused`)
  return JSON.parse(result.content[0].text)
}

export const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

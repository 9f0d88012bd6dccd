// mcp: the tools of the service for an agent that starts a program and talks to it over standard input and output. Every message
// is passed to the service's /mcp with the key of the profile, and the answers are passed back unchanged.

import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Command } from './command.ts'
import { untilInterrupted } from './interrupt.ts'
import { eventData } from './mcp-events.ts'

type Message = {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
  params?: Params
  result?: { protocolVersion?: string }
}
type Params = { name?: string; uri?: string; requestId?: string | number; _meta?: Record<string, unknown> }

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000

export const mcp: Command = {
  name: 'mcp',
  summary: 'serve the tools for agents (Model Context Protocol) on standard input and output',
  notes:
    'Name this command in the settings of an agent, which starts it. It reads and writes JSON, one message on each line, and ends when\nits input ends. The key of the profile decides what the agent can see and do: give it an agent key of its own.',
  async run(call) {
    const address = call.client().baseUrl.replace(/\/v1\/?$/, '/mcp')
    await untilInterrupted(call.io, (signal) =>
      serve(call.io.stdin, new Bridge(address, call.settings.apiKey!, call.io.stdout), signal),
    )
  },
}

async function serve(input: Readable, bridge: Bridge, signal: AbortSignal): Promise<void> {
  const lines = createInterface({ input, signal })
  const running = new Set<Promise<void>>()
  signal.addEventListener('abort', () => bridge.end())
  for await (const line of lines) {
    if (line.trim() === '') continue
    const task = bridge.take(line).finally(() => running.delete(task))
    running.add(task)
  }
  await Promise.all(running)
}

class Bridge {
  readonly #address: string
  readonly #key: string
  readonly #output: Writable
  readonly #underWay = new Map<string | number, AbortController>()
  /** For the older protocol, which negotiates the version once. */
  #version: string | undefined

  constructor(address: string, key: string, output: Writable) {
    this.#address = address
    this.#key = key
    this.#output = output
  }

  end(): void {
    for (const each of this.#underWay.values()) each.abort()
  }

  async take(line: string): Promise<void> {
    const message = parse(line)
    if (!message)
      return this.#write({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'This is not JSON.' } })
    // The service keeps nothing between messages, so a call is cancelled by closing its connection.
    if (message.method === 'notifications/cancelled')
      return this.#underWay.get(message.params?.requestId ?? '')?.abort()
    const ending = new AbortController()
    if (message.id !== undefined) this.#underWay.set(message.id, ending)
    try {
      await this.#send(message, line, ending.signal)
    } catch (error) {
      if (!ending.signal.aborted) this.#fail(message, `The service cannot be reached: ${causeOf(error)}`)
    } finally {
      if (message.id !== undefined) this.#underWay.delete(message.id)
    }
  }

  async #send(message: Message, body: string, signal: AbortSignal): Promise<void> {
    const response = await fetch(this.#address, {
      method: 'POST',
      headers: this.#headers(message),
      body,
      signal,
      redirect: 'error',
    })
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      for await (const data of eventData(response.body!)) this.#answer(JSON.parse(data))
      return
    }
    const text = await response.text()
    if (text === '') return
    const answer = parse(text) as (Message & { error?: unknown; message?: string }) | undefined
    if (answer?.jsonrpc === '2.0') this.#answer(answer)
    else
      this.#fail(
        message,
        answer?.message ? `${answer.error}: ${answer.message}` : `The service answered ${response.status}.`,
      )
  }

  #answer(message: Message): void {
    this.#version = message.result?.protocolVersion ?? this.#version
    this.#write(message)
  }

  /** A notification has no answer, so its failure is not reported. */
  #fail({ id }: Message, message: string): void {
    if (id !== undefined) this.#write({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } })
  }

  #write(message: object): void {
    this.#output.write(`${JSON.stringify(message)}\n`)
  }

  #headers({ method, params }: Message): Record<string, string> {
    const own = params?._meta?.[VERSION_KEY]
    const version = typeof own === 'string' ? own : this.#version
    const name = params?.name ?? params?.uri
    return {
      authorization: `Bearer ${this.#key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version !== undefined && { 'mcp-protocol-version': version }),
      ...(typeof own === 'string' && method !== undefined && { 'mcp-method': method }),
      ...(typeof own === 'string' && name !== undefined && { 'mcp-name': name }),
    }
  }
}

function parse(text: string): Message | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } }
  return cause?.code ?? cause?.message ?? message
}

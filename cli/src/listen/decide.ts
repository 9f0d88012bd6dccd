// listen --decide: answers the questions of the decision hook from this machine.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Option } from '../command.ts'
import { UsageError } from '../framework/failures.ts'
import { addressOf } from './address.ts'
import { borrowHook } from './borrow-hook.ts'

export const decideOptions: Record<string, Option> = {
  decide: {
    kind: 'text',
    value: 'HOW',
    help: 'answer the decision hook: approve, decline, delay=3s (then approve), or forward (to --forward-to)',
    choices: ['approve', 'decline', 'delay=3s', 'forward'],
  },
  port: { kind: 'number', value: 'N', help: 'with --decide: the port to listen on; without it, any free port' },
  'public-url': {
    kind: 'text',
    value: 'URL',
    help: 'with --decide: the address at which a service on another machine reaches this port',
  },
}

export const decideNotes = `With --decide no events are delivered: the decision hook of the workspace is set to a port of this machine while the program
runs, and restored when it ends. This needs a sandbox key, and a service that can reach this machine: either it runs here and
allows loopback addresses, or --public-url is the address of a tunnel.`

type Answer = { status: number; body: string }
type Decide = (body: string, headers: IncomingHttpHeaders) => Promise<Answer>

export async function decide(call: Call, signal: AbortSignal): Promise<void> {
  const answer = answerOf(call, signal)
  if (!call.settings.apiKey?.startsWith('sk_test_'))
    throw new UsageError('--decide replaces the decision hook, so it works only with a sandbox key')
  const server = createServer((request, response) => void serve(call, answer, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(call.text('port') ?? 0), '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = call.text('public-url') ?? `http://127.0.0.1:${port}/`
  const hook = await borrowHook(call, call.client(), url)
  try {
    call.out.happening(
      { secret: hook.secret, url, port, decide: call.text('decide') },
      `${hook.secret === null ? '' : `Signing secret  ${hook.secret}\n`}Deciding at ${url}: ${call.text('decide')}`,
    )
    await aborted(signal)
  } finally {
    await hook.giveBack()
    server.close()
    server.closeAllConnections()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Throws for an unknown value before anything is changed. */
function answerOf(call: Call, signal: AbortSignal): Decide {
  const how = call.text('decide')!
  if (how === 'forward') {
    const url = addressOf(call.text('forward-to'))
    return (body, headers) => forward(url, body, headers, signal)
  }
  if (call.text('forward-to') !== undefined)
    throw new UsageError('--forward-to can only be combined with --decide forward')
  if (how === 'approve' || how === 'decline') return async () => said({ approved: how === 'approve' })
  const delay = /^delay=(\d{1,3}(?:\.\d{1,3})?)s$/.exec(how)?.[1]
  if (delay === undefined) throw new UsageError(`--decide ${how} is unknown; use approve, decline, delay=3s or forward`)
  return async () => {
    await pause(Number(delay) * 1000, undefined, { signal })
    return said({ approved: true })
  }
}

function said(answer: object): Answer {
  return { status: 200, body: JSON.stringify(answer) }
}

/** Forwards the exact bytes with their signature, so that the program can verify them itself. */
async function forward(url: URL, body: string, headers: IncomingHttpHeaders, signal: AbortSignal): Promise<Answer> {
  const kept = Object.entries(headers).filter(([name]) => /^(content-type|user-agent|(x-)?webhook-.*)$/.test(name))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: Object.fromEntries(kept) as Record<string, string>,
      body,
      redirect: 'manual',
      signal,
    })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    return { status: 502, body: `not forwarded: ${(error as Error).message}` }
  }
}

async function serve(call: Call, answer: Decide, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = performance.now()
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { status, body: answered } = await answer(body, request.headers)
    response.writeHead(status, { 'content-type': 'application/json' }).end(answered)
    show(call, body, { status, body: answered }, Math.round(performance.now() - started))
  } catch {
    response.destroy() // the program is ending, or the service has disconnected
  }
}

function show(call: Call, body: string, { status, body: answer }: Answer, durationMs: number): void {
  const question = JSON.parse(body)
  const { amount, merchant, card } = question.data
  call.out.happening(
    { id: question.id, card_id: card.id, amount, merchant: merchant.name, status, answer, duration_ms: durationMs },
    `${question.id}  ${card.id}  ${amount.toFixed(2)} USD  ${merchant.name}  ${call.out.paint(status === 200 ? 'green' : 'red', `${status} ${answer}`)}  ${durationMs} ms`,
  )
}

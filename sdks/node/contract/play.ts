// Runs one scenario of sdks/contract/scenarios.json through the library.

import { errorName } from '../generate/errors.ts'
import { ApiError, type ApiPromise, type Cardwright, Page, type PagePromise } from '../src/index.ts'
import { at, filled, type Json, misfit } from './matchers.ts'
import { invoke } from './surface.ts'

type Wanted = Record<string, Json>
type Args = Record<string, Json>
export type Step = {
  call: string
  args?: Record<string, Json>
  options?: { idempotency_key?: string }
  client?: 'live' | 'wrong_key'
  environment?: string
  expect?: Wanted
  save?: Record<string, string>
  raw?: { status?: number; headers?: Wanted }
  collect?: { count?: Json; pages?: Json; each?: { call: string; args: Record<string, Json> } }
  times?: number
  take?: number
  until?: boolean
  expect_error?: { id: string; status?: number; param?: string; before_request?: boolean }
}
export type Scenario = { name: string; steps: Step[] }
export type Clients = { of(name: 'sandbox' | 'live' | 'wrong_key'): Cardwright; requestsSent(): number }

const UNTIL_MS = 15_000
const UNTIL_PAUSE_MS = 100

export async function play({ steps }: Scenario, clients: Clients, saved: Map<string, Json>): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      await (step.until ? playUntil(step, clients, saved) : playStep(step, clients, saved))
    } catch (error) {
      throw new Error(`step ${index + 1}, ${step.call}: ${error instanceof Error ? error.message : error}`)
    }
  }
}

async function playUntil(step: Step, clients: Clients, saved: Map<string, Json>): Promise<void> {
  const end = Date.now() + UNTIL_MS
  for (;;) {
    try {
      return await playStep(step, clients, saved)
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, UNTIL_PAUSE_MS))
    }
  }
}

async function playStep(step: Step, clients: Clients, saved: Map<string, Json>): Promise<void> {
  const client = clients.of(step.client ?? 'sandbox')
  if (step.environment !== undefined) demand(client.environment, step.environment, 'environment')
  const args = filled(step.args ?? {}, saved) as Record<string, Json>
  const key = step.options?.idempotency_key
  const call = () => invoke(client, step.call, args, key === undefined ? {} : { idempotencyKey: key })
  if (step.expect_error) return refuse(step.expect_error, call, clients)
  for (let done = 1; done < (step.times ?? 1); done += 1) await call()
  const answer = await answerOf(step, call)
  for (const [path, wanted] of Object.entries(step.expect ?? {})) demand(at(answer, path), filled(wanted, saved), path)
  for (const [name, path] of Object.entries(step.save ?? {})) saved.set(name, at(answer, path))
  const { each } = step.collect ?? {}
  const act = async (item: Json) => {
    if (each) await invoke(client, each.call, filled(each.args, new Map([['item', at(item, 'id')]])) as Args, {})
  }
  if (step.collect) await collect(step.collect, call, act)
}

function demand(found: Json, wanted: Json, what: string): void {
  const why = misfit(found, wanted)
  if (why !== undefined) throw new Error(`${what}: ${why}`)
}

async function answerOf(step: Step, call: () => unknown): Promise<Json> {
  if (step.take !== undefined) return take(call() as AsyncIterable<Json>, step.take)
  const { data, response } = await (call() as ApiPromise<unknown>).withRawResponse()
  if (step.raw?.status !== undefined) demand(response.status, step.raw.status, 'status')
  for (const [name, wanted] of Object.entries(step.raw?.headers ?? {})) demand(response.headers.get(name), wanted, name)
  if (!response.requestId?.startsWith('req_')) throw new Error('the answer shows no request id')
  return JSON.parse(JSON.stringify(data))
}

async function take(stream: AsyncIterable<Json>, wanted: number): Promise<Json> {
  const data: Json[] = []
  for await (const item of stream) {
    data.push(item)
    if (data.length === wanted) break
  }
  return { data }
}

async function collect(
  { count, pages }: NonNullable<Step['collect']>,
  call: () => unknown,
  act: (item: Json) => Promise<void>,
): Promise<void> {
  const items: Json[] = []
  for await (const item of call() as PagePromise<Json>) {
    items.push(item)
    await act(item)
  }
  const ids = items.map((item) => at(item, 'id')).filter((id) => id !== null)
  if (new Set(ids).size !== ids.length) throw new Error('an id came twice')
  if (count !== undefined) demand(items.length, count, 'count')
  if (pages === undefined) return
  let visited = 0
  for await (const page of (call() as PagePromise<Json>).pages()) visited += page instanceof Page ? 1 : 0
  demand(visited, pages, 'pages')
}

async function refuse(wanted: NonNullable<Step['expect_error']>, call: () => unknown, clients: Clients): Promise<void> {
  const sentBefore = clients.requestsSent()
  const error = await (call() as Promise<unknown>).then(
    () => new Error('the call was not refused'),
    (reason) => reason,
  )
  if (!(error instanceof ApiError)) throw error
  demand(error.name, errorName(wanted.id), 'error type')
  demand(error.id ?? null, wanted.id, 'error')
  if (wanted.before_request) return demand(clients.requestsSent(), sentBefore, 'requests sent')
  if (wanted.status !== undefined) demand(error.status ?? null, wanted.status, 'status')
  if (wanted.param !== undefined) demand(error.param ?? null, wanted.param, 'param')
  demand(error.requestId ?? null, { $matches: '^req_' }, 'request id')
}

// Chromium through its own protocol: enough to open a page, ask it something, and hear what it complains of.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

const START_MS = 60_000

/** Where there is none, `npm test` leaves the file out: scripts/test-parts.ts. */
export function findChromium(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  return names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)!
}

export type Page = {
  /** What an expression is in the page, once it is not null. */
  ask(expression: string): Promise<unknown>
  /** Errors in the console, uncaught ones, and answers of 400 and above. */
  complaints: string[]
}

type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown; error?: unknown }

export async function openPage(program: string, url: string): Promise<Page> {
  const socket = new WebSocket(await startBrowser(program))
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  const complaints: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(data as string)
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (isComplaint(message)) complaints.push(JSON.stringify(message.params))
  })
  let sent = 0
  let sessionId: string | undefined
  const call = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const id = ++sent
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
    const { result, error } = await answered
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result as Record<string, unknown>
  }
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' })
  sessionId = (await call('Target.attachToTarget', { targetId, flatten: true })).sessionId as string
  for (const domain of ['Runtime', 'Log', 'Network', 'Page']) await call(`${domain}.enable`)
  await call('Page.navigate', { url })
  // The page itself waits for what is asked of it, and looks again whenever it changes.
  const ask = async (expression: string) => {
    const watched = `new Promise((resolve) => {
      const look = () => { const found = (${expression}); if (found != null) resolve(found); else requestAnimationFrame(look) }
      look()
    })`
    const answer = await call('Runtime.evaluate', { expression: watched, awaitPromise: true, returnByValue: true })
    return (answer.result as { value: unknown }).value
  }
  return { ask, complaints }
}

async function startBrowser(program: string): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'cardwright-chromium-'))
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  after(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  let said = ''
  const signal = AbortSignal.timeout(START_MS)
  while (!/ws:\S+/.test(said)) said += (await once(child.stderr, 'data', { signal }))[0]
  return /ws:\S+/.exec(said)![0]
}

function isComplaint({ method, params = {} }: Message): boolean {
  const of = (name: string) => params[name] as Record<string, unknown> | undefined
  if (method === 'Runtime.exceptionThrown') return true
  if (method === 'Runtime.consoleAPICalled') return params.type === 'error'
  if (method === 'Log.entryAdded') return of('entry')?.level === 'error'
  return method === 'Network.responseReceived' && (of('response')?.status as number) >= 400
}

// A load generator small enough not to be what is measured: raw sockets, requests built beforehand, responses
// only skimmed for their status and length. Run as a process of its own by `runLoad` (load.ts).
//   closed loop:  every connection sends its next request when the answer is there
//   constant rate: requests are due at fixed times whatever the service does, and latency counts from the due
//                  time, so a stall shows in every request it delays (no coordinated omission)

import { connect, type Socket } from 'node:net'

export type LoadPlan = {
  port: number
  connections: number
  seconds: number
  warmupSeconds: number
  /** Requests per second; undefined for a closed loop. */
  rate?: number | undefined
  method: string
  headers: Record<string, string>
  /** Paths and bodies, sent in turn; `{n}` in a header value is replaced by a running number. */
  requests: { path: string; body?: string; headers?: Record<string, string> }[]
}

export type LoadResult = {
  rate: number
  /** All answered requests, including those of the warm-up. */
  answered: number
  /** The processor time that sending and receiving one request took, on the same processors. */
  generatorMicros: number
  p50: number
  p99: number
  max: number
  statuses: Record<string, number>
}

type Connection = { socket: Socket; dueAt: number; pending: Buffer | undefined }

if (process.argv[2] === 'run') {
  process.once('message', async (plan: LoadPlan) => {
    const before = process.cpuUsage()
    const result = await run(plan)
    const { user, system } = process.cpuUsage(before)
    process.send!({ ...result, generatorMicros: (user + system) / result.answered })
    process.disconnect?.()
  })
}

async function run(plan: LoadPlan): Promise<Omit<LoadResult, 'generatorMicros'>> {
  const build = requestBuilder(plan)
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let answered = 0
  const waiting: number[] = [] // due times of requests that found no free connection
  const connections = await Promise.all(Array.from({ length: plan.connections }, () => open(plan.port)))
  const free = [...connections]
  const start = performance.now()
  const measureFrom = start + plan.warmupSeconds * 1000
  const end = measureFrom + plan.seconds * 1000

  return new Promise((resolve) => {
    const send = (connection: Connection, dueAt: number) => {
      connection.dueAt = dueAt
      build(connection.socket)
    }
    const next = (connection: Connection, now: number) => {
      if (now >= end) return
      if (plan.rate === undefined) send(connection, now)
      else if (waiting.length > 0) send(connection, waiting.shift()!)
      else free.push(connection)
    }
    for (const connection of connections) {
      connection.socket.on('data', (chunk: Buffer) => {
        const status = feed(connection, chunk)
        if (status === undefined) return
        answered += 1
        const now = performance.now()
        if (now >= measureFrom && now < end) {
          latencies.push(now - connection.dueAt)
          statuses[status] = (statuses[status] ?? 0) + 1
        }
        next(connection, now)
      })
    }
    const pacing = plan.rate === undefined ? undefined : pace(plan.rate, start, end, free, send, waiting)
    if (plan.rate === undefined) for (const connection of connections) next(connection, start)
    setTimeout(
      () => {
        if (pacing) clearInterval(pacing)
        for (const { socket } of connections) socket.destroy()
        resolve({ ...summary(latencies, plan.seconds), answered, statuses })
      },
      end - performance.now() + 200,
    )
  })
}

function pace(
  rate: number,
  start: number,
  end: number,
  free: Connection[],
  send: (c: Connection, due: number) => void,
  waiting: number[],
): NodeJS.Timeout {
  let sent = 0
  return setInterval(() => {
    const now = Math.min(performance.now(), end)
    for (; sent < ((now - start) * rate) / 1000; sent++) {
      const due = start + (sent * 1000) / rate
      const connection = free.pop()
      if (connection) send(connection, due)
      else waiting.push(due)
    }
  }, 1)
}

function open(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve({ socket, dueAt: 0, pending: undefined }))
    socket.setNoDelay(true)
    socket.on('error', reject)
  })
}

/** Writes the next request. Requests are prepared as bytes; only a request with a running number is built each time. */
function requestBuilder(plan: LoadPlan): (socket: Socket) => void {
  const texts = plan.requests.map((request) => requestText(plan, request))
  const run = Math.random().toString(36).slice(2)
  let index = 0
  if (Object.values(plan.headers).includes('{n}')) {
    const halves = texts.map((text) => text.split('{n}'))
    return (socket) => {
      const [before, after] = halves[index++ % halves.length]!
      socket.write(`${before}${run}-${index}${after}`, 'latin1')
    }
  }
  const requests = texts.map((text) => Buffer.from(text, 'latin1'))
  return (socket) => {
    socket.write(requests[index++ % requests.length]!)
  }
}

function requestText(plan: LoadPlan, { path, body = '', headers = {} }: LoadPlan['requests'][number]): string {
  const lines = Object.entries({ ...plan.headers, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const length = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `${plan.method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines}${length}\r\n${body}`
}

const LENGTH = /content-length: (\d+)/i

/** The status, once a whole response has arrived. */
function feed(connection: Connection, chunk: Buffer): string | undefined {
  const data = connection.pending ? Buffer.concat([connection.pending, chunk]) : chunk
  connection.pending = data
  const headEnd = data.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = data.toString('latin1', 0, headEnd)
  if (data.length < headEnd + 4 + Number(LENGTH.exec(head)?.[1] ?? 0)) return undefined
  connection.pending = undefined
  return head.slice(9, 12)
}

function summary(latencies: number[], seconds: number): Pick<LoadResult, 'rate' | 'p50' | 'p99' | 'max'> {
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    rate: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  }
}

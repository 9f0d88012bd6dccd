import { existsSync } from 'node:fs'
import { pause } from '../../clock.ts'
import type { Cluster } from './cluster.ts'
import { type Postmaster, stopPostmaster } from './postmaster.ts'
import { socketPath } from './socket-folder.ts'

export type Supervisor = {
  /** Ends the watch, then the server. */
  stop(): Promise<void>
}

/** We poll, because an adopted server is not our child process, so nothing tells us when it ends. */
const WATCH_MS = 250
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 5_000
/** After running this long, earlier failures no longer count. */
const STEADY_MS = 60_000

/** Restarts the server whenever it dies (a crash, or killed for lack of memory) or loses its socket. */
export function supervise(cluster: Cluster, first: Postmaster, restart: () => Promise<Postmaster>): Supervisor {
  const stopping = new AbortController()
  let current = first
  let failures = 0
  let since = Date.now()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(WATCH_MS, stopping.signal)
      if (stopping.signal.aborted || isWell(current)) continue
      if (Date.now() - since > STEADY_MS) failures = 0
      await bringBack()
    }
  }

  async function bringBack(): Promise<void> {
    const delayMs = failures === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS)
    failures++
    cluster.log.warn({ pid: current.pid, delayMs }, 'PostgreSQL died or lost its socket; restarting it')
    await pause(delayMs, stopping.signal)
    if (stopping.signal.aborted) return
    try {
      current = await restart()
      since = Date.now()
      cluster.log.info({ pid: current.pid }, 'PostgreSQL is back')
    } catch (error) {
      cluster.log.error({ err: error }, 'PostgreSQL could not be restarted; trying again')
    }
  }

  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await watching
      await stopPostmaster(cluster, current)
    },
  }
}

function isWell(postmaster: Postmaster): boolean {
  return postmaster.isRunning() && existsSync(socketPath(postmaster.socketFolder))
}

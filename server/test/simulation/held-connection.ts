// One connection of the service to PostgreSQL, held at both ends: what the service sends waits here until the scheduler
// delivers it, and so does every answer.

import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Backend } from './backend.ts'
import { type Group, RequestGroups, startupSettings, WELCOME } from './protocol.ts'

/** The time limits of a session, which the scheduler keeps instead of PostgreSQL. A name of the same length does nothing there. */
const LOCK_TIMEOUT = 'lock_timeout'
const UNUSED_SETTING = 'sim.lock_tmo'
const LANE_LOCK_TIMEOUT_MS = 200

export class HeldConnection {
  readonly name: string
  readonly socket: Socket
  settings: Record<string, string> | undefined
  backend: Backend | undefined
  /** What was sent and not delivered. The first group may be delivered in part. */
  readonly groups: Group[] = []
  readonly answers: Buffer[] = []
  /** The service has lost it, or has ended it. */
  isCut = false
  lockTimeoutMs = LANE_LOCK_TIMEOUT_MS
  readonly #requests = new RequestGroups()

  constructor(name: string) {
    this.name = name
    const end = new Duplex({
      read() {},
      write: (chunk: Buffer, _encoding, done) => {
        this.#receive(Buffer.from(chunk))
        done()
      },
    })
    end.on('close', () => this.#end())
    end.on('error', () => {})
    this.socket = Object.assign(end, { destroySoon: () => end.destroy() }) as unknown as Socket
  }

  cut(): void {
    this.socket.destroy()
    this.#end()
  }

  #receive(bytes: Buffer): void {
    if (!this.settings) {
      this.settings = startupSettings(bytes)
      this.socket.push(WELCOME)
      return
    }
    this.#keepTimeLimit(bytes)
    this.groups.push(...this.#requests.read(bytes))
  }

  #keepTimeLimit(bytes: Buffer): void {
    const at = bytes.indexOf(LOCK_TIMEOUT)
    if (at < 0) return
    const [, ms] = /^lock_timeout = (\d+)/.exec(bytes.toString('latin1', at, at + 30)) ?? []
    this.lockTimeoutMs = ms === undefined ? LANE_LOCK_TIMEOUT_MS : Number(ms)
    bytes.write(UNUSED_SETTING, at)
  }

  #end(): void {
    this.isCut = true
    this.groups.length = 0
    this.answers.length = 0
  }
}

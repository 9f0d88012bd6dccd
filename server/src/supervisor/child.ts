// The supervisor's view of one of its processes: started, prepared, given a role, and ended.

import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { environment } from '../config/environment.ts'
import type { ConnectionOptions } from '../database/database.ts'
import { Link } from '../processes/link.ts'
import type { FirstStart } from '../start/first-start.ts'
import type { PortUse, Receiver } from './acceptor.ts'
import { forwardLines } from './forward-lines.ts'

const main = fileURLToPath(new URL('child-main.ts', import.meta.url))
/** The pipe of the link, behind the three usual ones and the channel of Node. */
export const LINK_FD = 4

export type Part = { role: 'api' | 'worker'; name: string }
/** `isFirst`: this process does what only a first start does. */
export type Preparation = { connection: ConnectionOptions; group: string; isFirst: boolean }
export type Ending = { code: number | null; signal: NodeJS.Signals | null }

export class Child implements Receiver {
  readonly link: Link
  readonly ended: Promise<Ending>
  /** Its name in the metrics. */
  name = 'spare'
  isAlive = true
  /** Set when the process is asked to end. */
  isLeaving = false
  connections = 0
  readonly #process: ChildProcess
  readonly #given = new Map<number, { socket: Socket; use: PortUse }>()
  readonly #onReturned: (socket: Socket, use: PortUse) => void
  #lastGiven = 0

  /** `onReturned` is given the connections that it did not take. */
  constructor(onReturned: (socket: Socket, use: PortUse) => void) {
    this.#onReturned = onReturned
    this.#process = fork(main, process.stdout.isTTY ? ['--readable-log'] : [], {
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc', 'pipe'],
    })
    forwardLines(this.#process.stdout!, process.stdout)
    this.link = new Link(this.#process.stdio[LINK_FD] as Duplex)
    this.link.handle('taken', (id: number) => this.#letGo(id))
    this.link.handle('refused', (id: number) => this.#return(id))
    this.link.handle('closed', () => this.#forgetOne())
    this.#process.on('error', () => {}) // of a channel that ends with the process, which `exit` tells
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', () => {
        this.isAlive = false
      })
      // Comes after `exit`, when all its messages were read. A connection that it had taken cannot be reused, since it may have read from it.
      this.#process.once('close', (code, signal) => {
        for (const id of [...this.#given.keys()]) this.#return(id)
        resolve({ code, signal })
      })
    })
  }

  /** Whether a connection was given that it has not taken yet. */
  get isGiving(): boolean {
    return this.#given.size > 0
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  prepare(preparation: Preparation): Promise<FirstStart> {
    return this.link.ask('prepare', preparation)
  }

  async serve(part: Part): Promise<void> {
    await this.link.ask('serve', part)
    this.name = part.name
  }

  give(socket: Socket, use: PortUse): void {
    const id = ++this.#lastGiven
    this.#given.set(id, { socket, use })
    this.connections += 1
    // Kept open here until the process has taken it, or it would be lost if the process ends in between.
    this.#process.send({ connection: id, use }, socket, { keepOpen: true }, () => {})
  }

  /** Lets the process finish its requests, and kills it if it has not ended in time. */
  async leave(isReplaced: boolean, withinMs: number): Promise<void> {
    this.isLeaving = true
    this.link.ask('stop', isReplaced).catch(() => {}) // it has ended before it could answer
    const timer = setTimeout(() => this.kill(), withinMs)
    await this.ended
    clearTimeout(timer)
  }

  kill(): void {
    this.isLeaving = true
    this.#process.kill('SIGKILL')
  }

  #letGo(id: number): void {
    this.#given.get(id)?.socket.destroy()
    this.#given.delete(id)
  }

  #return(id: number): void {
    const { socket, use } = this.#given.get(id)!
    this.#given.delete(id)
    this.#forgetOne()
    this.#onReturned(socket, use)
  }

  #forgetOne(): void {
    this.connections -= 1
  }
}

// A connection between the supervisor and one of its processes, over their own pipe. It carries questions, which get an answer,
// and statements, which do not. Everything of one turn of the event loop is sent as one message: at a thousand requests a
// second, one message each would cost more than the questions themselves.
//
// A message is a line of JSON, a list of [id, kind, payload] for a question, [0, kind, payload] for a statement and
// [-id, answer] for an answer. A third entry beside an answer tells that there is none, and why.

import type { Duplex } from 'node:stream'

// biome-ignore lint/suspicious/noExplicitAny: payloads are plain JSON, and each kind is written and read by one pair of files
export type Handler = (payload: any) => unknown
type Waiting = { resolve(answer: unknown): void; reject(error: Error): void }

export class LinkLost extends Error {}

export class Link {
  readonly #stream: Duplex
  readonly #handlers = new Map<string, Handler>()
  readonly #waiting = new Map<number, Waiting>()
  #out: unknown[][] = []
  #unread = ''
  #lastId = 0
  #isScheduled = false
  #isLost = false

  constructor(stream: Duplex) {
    this.#stream = stream
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => this.#read(text))
    stream.on('error', () => this.#lose())
    stream.on('close', () => this.#lose())
  }

  /** A question of a kind that nobody handles is answered with null. */
  handle(kind: string, handler: Handler): void {
    this.#handlers.set(kind, handler)
  }

  ask<T>(kind: string, payload: unknown): Promise<T> {
    if (this.#isLost) return Promise.reject(new LinkLost('the other process has ended'))
    const id = ++this.#lastId
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      this.#say([id, kind, payload])
    })
  }

  tell(kind: string, payload: unknown): void {
    if (!this.#isLost) this.#say([0, kind, payload])
  }

  /** Resolves when everything was sent. */
  end(): Promise<void> {
    this.#flush()
    return new Promise((resolve) => this.#stream.end(resolve))
  }

  #say(entry: unknown[]): void {
    this.#out.push(entry)
    if (this.#isScheduled) return
    this.#isScheduled = true
    // After everything that this turn has read from sockets.
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#out.length === 0 || this.#isLost) return
    const entries = this.#out
    this.#out = []
    this.#stream.write(`${JSON.stringify(entries)}\n`)
  }

  #read(text: string): void {
    const lines = (this.#unread + text).split('\n')
    this.#unread = lines.pop()!
    for (const line of lines) for (const entry of JSON.parse(line) as unknown[][]) this.#hear(entry)
    this.#flush() // answers that are ready are sent without waiting for another turn
  }

  #hear([id, second, third]: unknown[]): void {
    if ((id as number) >= 0) this.#handle(id as number, second as string, third)
    else this.#settle(-(id as number), second, third as string | undefined)
  }

  #settle(id: number, answer: unknown, refusal: string | undefined): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (refusal === undefined) waiting?.resolve(answer)
    else waiting?.reject(new Error(refusal))
  }

  #handle(id: number, kind: string, payload: unknown): void {
    const answer = (value: unknown) => {
      if (id > 0) this.#say([-id, value ?? null])
    }
    try {
      const given = this.#handlers.get(kind)?.(payload)
      if (given instanceof Promise) given.then(answer, (error) => this.#refuse(id, error))
      else answer(given)
    } catch (error) {
      this.#refuse(id, error as Error)
    }
  }

  #refuse(id: number, error: Error): void {
    if (id > 0) this.#say([-id, null, error.message])
  }

  #lose(): void {
    this.#isLost = true
    for (const { reject } of this.#waiting.values()) reject(new LinkLost('the other process has ended'))
    this.#waiting.clear()
  }
}

// One request per workspace and key runs in a process at a time, or a hundred retries would pin the pool.

import { NotDecided } from './operation.ts'

const PATIENCE_MS = 5_000

export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>()

  run<T>(key: string, body: () => Promise<T>): Promise<T> {
    return this.#running.has(key) ? this.#runAfter(key, body) : this.#start(key, body)
  }

  #start<T>(key: string, body: () => Promise<T>): Promise<T> {
    const running = body()
    const leave = () => this.#running.delete(key)
    this.#running.set(key, running)
    running.then(leave, leave) // before anybody who waits for it looks again
    return running
  }

  async #runAfter<T>(key: string, body: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS
    for (let before = this.#running.get(key); before; before = this.#running.get(key)) {
      const left = deadline - performance.now()
      if (left <= 0 || !(await settledWithin(before, left))) {
        throw new NotDecided('A request with this idempotency key is still running; try again.')
      }
    }
    return this.#start(key, body)
  }
}

async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    const settled = () => true as const
    return await Promise.race([promise.then(settled, settled), late])
  } finally {
    clearTimeout(timer)
  }
}

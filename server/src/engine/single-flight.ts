// One request per workspace and key runs at a time, or a hundred retries would occupy the pool. A single process knows what it
// runs; one of several claims the key from the supervisor first.

import { NotDecided } from './operation.ts'

declare module '../services.ts' {
  interface Services {
    flights: SingleFlight
  }
}

const PATIENCE_MS = 5_000

/** Keeps a key from running in two processes at once. */
export type Claims = {
  /** Whether the key could be claimed within this time. It is held until it is released or its process ends. */
  claim(key: string, withinMs: number): Promise<boolean>
  release(key: string): void
}

export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #claims: Claims | undefined

  constructor(claims?: Claims) {
    this.#claims = claims
  }

  run<T>(key: string, body: () => Promise<T>): Promise<T> {
    return this.#running.has(key) ? this.#runAfter(key, body) : this.#start(key, body)
  }

  #start<T>(key: string, body: () => Promise<T>): Promise<T> {
    const running = this.#claims ? this.#claimed(this.#claims, key, body) : body()
    const leave = () => this.#running.delete(key)
    this.#running.set(key, running)
    running.then(leave, leave) // runs before anybody who waits for it checks again
    return running
  }

  async #claimed<T>(claims: Claims, key: string, body: () => Promise<T>): Promise<T> {
    if (!(await claims.claim(key, PATIENCE_MS))) throw stillRunning()
    try {
      return await body()
    } finally {
      claims.release(key)
    }
  }

  async #runAfter<T>(key: string, body: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS
    for (let before = this.#running.get(key); before; before = this.#running.get(key)) {
      const left = deadline - performance.now()
      if (left <= 0 || !(await settledWithin(before, left))) throw stillRunning()
    }
    return this.#start(key, body)
  }
}

function stillRunning(): NotDecided {
  return new NotDecided('A request with this idempotency key is still running; try again.')
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

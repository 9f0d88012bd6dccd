// Merges concurrent calls of one query. A caller that arrives while the query runs waits for the next run, together with all
// other late callers. So no caller gets an answer older than its call, and at most one query runs at a time.

export class CoalescedQuery<T> {
  readonly #ask: () => Promise<T>
  #running: Promise<T> | undefined
  #next: Promise<T> | undefined

  constructor(ask: () => Promise<T>) {
    this.#ask = ask
  }

  ask(): Promise<T> {
    if (this.#next) return this.#next
    if (!this.#running) return this.#start()
    const goOn = () => {
      this.#next = undefined
      return this.#start()
    }
    this.#next = this.#running.then(goOn, goOn)
    return this.#next
  }

  #start(): Promise<T> {
    const end = () => {
      if (this.#running === running) this.#running = undefined
    }
    const running = this.#ask()
    this.#running = running
    running.then(end, end)
    return running
  }
}

// A question that many ask at once. Whoever asks while an answer is on its way waits for the next one, with all the others:
// no answer is older than its asking, and one at most is on its way.

export class AskedAnew<T> {
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

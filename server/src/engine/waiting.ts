// An operation on its way through the engine, and the promise of its answer.

import { type Answered, NotDecided, type Operation } from './operation.ts'

export class Waiting {
  readonly operation: Operation
  readonly answered: Promise<Answered>
  /** In the time of `performance.now()`, like the deadline. */
  readonly submittedAt: number = performance.now()
  readonly deadline: number
  #phase: 'waiting' | 'writing' | 'answered' = 'waiting'
  #resolve!: (answer: Answered) => void
  #reject!: (error: unknown) => void

  constructor(operation: Operation) {
    this.operation = operation
    this.deadline = this.submittedAt + operation.withinMs
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get isAnswered(): boolean {
    return this.#phase === 'answered'
  }

  get msLeft(): number {
    return this.deadline - performance.now()
  }

  /** False when it is too late and nothing may be written. After this, only the commit decides the answer. */
  beginWriting(): boolean {
    if (this.#phase === 'answered' || this.msLeft <= 0) return false
    this.#phase = 'writing'
    return true
  }

  /** What was written was rolled back, and the operation waits for another try. */
  beginAgain(): void {
    if (this.#phase === 'writing') this.#phase = 'waiting'
  }

  resolve(answer: Answered): void {
    this.#phase = 'answered'
    this.#resolve(answer)
  }

  reject(error: unknown): void {
    this.#phase = 'answered'
    this.#reject(error)
  }

  /** Rejects an operation whose time is over before anything of it was sent. */
  rejectIfLate(): void {
    if (this.#phase === 'waiting' && this.msLeft <= 0)
      this.reject(new NotDecided('The decision took too long; nothing happened.'))
  }
}

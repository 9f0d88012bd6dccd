// An operation on its way through the engine, and the promise of its answer.

import { type Answered, NotDecided, type Operation } from './operation.ts'

export class Waiting {
  readonly operation: Operation
  readonly answered: Promise<Answered>
  /** In the time of `performance.now()`, as is the deadline. */
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

  /** False when it is too late: nothing of it may be written then. From here on only the commit answers it. */
  beginWriting(): boolean {
    if (this.#phase === 'answered' || this.msLeft <= 0) return false
    this.#phase = 'writing'
    return true
  }

  /** What was written has been rolled back: it waits for another try. */
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

  /** Answers an operation whose time is over while nothing of it has been sent yet. */
  rejectIfLate(): void {
    if (this.#phase === 'waiting' && this.msLeft <= 0)
      this.reject(new NotDecided('The decision took too long; nothing happened.'))
  }
}

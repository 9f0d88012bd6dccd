import type { RawResponse } from './raw-response.ts'

export interface Answer<T> {
  data: T
  response: RawResponse
}

/** Resolves to the object; `withRawResponse` shows the status and the headers too. */
export class ApiPromise<T> extends Promise<T> {
  readonly #answer: Promise<Answer<T>>

  constructor(answer: Promise<Answer<T>>) {
    // The promise itself is only a wrapper: `then` below uses the answer, so that a failure is reported once.
    super((resolve) => resolve(undefined as T))
    this.#answer = answer
  }

  /** `then`, `catch` and `finally` return ordinary promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  withRawResponse(): Promise<Answer<T>> {
    return this.#answer
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected)
  }
}

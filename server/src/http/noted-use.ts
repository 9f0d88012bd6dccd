// Records that things are in use: from time to time, many together, without anybody waiting for it.

const NOTE_TOGETHER_MS = 200
const MAX_REMEMBERED = 20_000

export class NotedUse {
  readonly #write: (items: readonly string[]) => PromiseLike<unknown>
  readonly #everyMs: number
  readonly #notedAt = new Map<string, number>()
  readonly #toNote = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(everyMs: number, write: (items: readonly string[]) => PromiseLike<unknown>) {
    this.#everyMs = everyMs
    this.#write = write
  }

  note(item: string): void {
    const now = Date.now()
    if (now - (this.#notedAt.get(item) ?? 0) < this.#everyMs) return
    if (this.#notedAt.size > MAX_REMEMBERED) this.#notedAt.clear()
    this.#notedAt.set(item, now)
    this.#toNote.add(item)
    this.#timer ??= setTimeout(() => this.#flush(), NOTE_TOGETHER_MS).unref()
  }

  #flush(): void {
    this.#timer = undefined
    const items = [...this.#toNote]
    this.#toNote.clear()
    this.#write(items).then(undefined, () => {
      for (const item of items) this.#notedAt.delete(item) // the next use tries again
    })
  }
}

// The processors of this service, opened from processors.json, and what a process remembers about them.

import type { Logger } from 'pino'
import type { ProcessorEntry, ProcessorKind, ProcessorSettings } from '../config/processor-config.ts'
import type { Database } from '../database/database.ts'
import { describeFailure } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Vault } from '../vault/vault.ts'
import { openIncrease } from './increase/open-increase.ts'
import { openLithic } from './lithic/open-lithic.ts'
import { OutsideCards } from './outside-cards.ts'
import type { Processor } from './processor.ts'
import { createProcessorMetrics, type ProcessorMetrics } from './processor-metrics.ts'
import { ProcessorMinutes } from './processor-minutes.ts'
import { noteAsked, readSecrets } from './processor-states.ts'
import { openStripe } from './stripe/open-stripe.ts'

declare module '../services.ts' {
  interface Services {
    processors: Processors
  }
}

const openers: Record<ProcessorKind, (settings: ProcessorSettings) => Processor> = {
  lithic: openLithic,
  stripe: openStripe,
  increase: openIncrease,
}

/** The time of the last question is only shown to people, so it need not be exact. */
const NOTE_QUESTION_MS = 10_000
/** However many bad messages come, the database is queried no more often than this. */
const LOOK_FOR_SECRETS_MS = 5_000

export type ProcessorsNeed = { database: Database; vault: Vault; metrics: Metrics; clock: () => Date; log: Logger }

export class Processors {
  readonly cards: OutsideCards
  readonly metrics: ProcessorMetrics
  readonly minutes: ProcessorMinutes
  readonly #need: ProcessorsNeed
  readonly #all: Map<string, Processor>
  readonly #secrets = new Map<string, readonly string[]>()
  readonly #asked = new Map<string, number>()
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(need: ProcessorsNeed, entries: readonly ProcessorEntry[]) {
    this.#need = need
    this.cards = new OutsideCards(need.database)
    this.metrics = createProcessorMetrics(need.metrics.registry)
    this.minutes = new ProcessorMinutes(need)
    this.#all = new Map(
      entries.map(({ secrets, ...entry }) => {
        const signingSecrets = () => [...secrets, ...(this.#secrets.get(entry.name) ?? [])]
        return [entry.name, openers[entry.kind]({ ...entry, signingSecrets })]
      }),
    )
  }

  get(name: string): Processor | undefined {
    return this.#all.get(name)
  }

  all(): Processor[] {
    return [...this.#all.values()]
  }

  /** Reads the secrets that `connect` has stored, in this process or another. */
  async readSecrets(): Promise<void> {
    if (this.#all.size === 0) return
    for (const [name, secrets] of await readSecrets(this.#need)) this.#secrets.set(name, secrets)
  }

  /**
   * Called after a bad signature, because an operator may just have connected the processor again. Returns whether the database
   * was queried; in a flood of bad messages, only one message in five seconds waits for that.
   */
  async lookForNewSecrets(): Promise<boolean> {
    if (performance.now() - this.#lookedAt < LOOK_FOR_SECRETS_MS) return false
    this.#lookedAt = performance.now()
    try {
      await this.readSecrets()
      return true
    } catch (error) {
      this.#need.log.warn(describeFailure(error), 'secrets of processors not read')
      return false
    }
  }

  noteQuestion(name: string): void {
    const last = this.#asked.get(name) ?? Number.NEGATIVE_INFINITY
    if (performance.now() - last < NOTE_QUESTION_MS) return
    this.#asked.set(name, performance.now())
    noteAsked(this.#need, name).catch((error) =>
      this.#need.log.warn(describeFailure(error), 'a question was not noted'),
    )
  }
}

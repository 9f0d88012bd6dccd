// Runs backtests in the worker, one at a time in each process. The rows are the queue: when a worker has died, another one takes
// its backtest after the claim has expired.

import { newUuid } from '../../ids.ts'
import { describeFailure } from '../../log.ts'
import type { Services } from '../../services.ts'
import { BacktestStatus, nothingFound } from './backtest.ts'
import { type Claimed, claimBacktest, endBacktest, releaseBacktest, selectDue } from './backtest-rows.ts'
import { Interrupted, runBacktest } from './run-backtest.ts'

const LOOK_MS = 1_000
/** Longer than any step takes. A backtest whose worker was killed waits this long. */
const LEASE_MS = 30_000
const MAX_ATTEMPTS = 5

type Needs = Pick<Services, 'database' | 'clock' | 'log' | 'metrics'>

export class BacktestRunner {
  readonly #needs: Needs
  readonly #owner = newUuid()
  readonly #running: Promise<void>
  #isStopping = false
  #goOn: () => void = () => {}

  constructor(needs: Needs) {
    this.#needs = needs
    this.#running = this.#run()
  }

  /** A running backtest stops after its step, and the next worker continues it. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#goOn()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      await this.#runDue().catch((error) => this.#report(error))
      if (!this.#isStopping) await this.#rest()
    }
  }

  async #runDue(): Promise<void> {
    const { database, clock } = this.#needs
    for (const key of await selectDue(database.readByKey, clock())) {
      const wall = clock()
      const claimed = await claimBacktest(database.write, key, this.#owner, wall, this.#leaseUntil())
      if (claimed) await this.#finish(claimed)
      if (this.#isStopping) return
    }
  }

  async #finish(backtest: Claimed): Promise<void> {
    const { database, clock } = this.#needs
    if (backtest.attempts > MAX_ATTEMPTS) {
      await endBacktest(database.write, backtest, BacktestStatus.failed, nothingFound, clock())
      return
    }
    try {
      const found = await runBacktest(
        {
          sql: database.readByKey,
          write: database.write,
          leaseUntil: () => this.#leaseUntil(),
          isStopping: () => this.#isStopping,
        },
        backtest,
      )
      await endBacktest(database.write, backtest, BacktestStatus.completed, found, clock())
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      await releaseBacktest(database.write, backtest, clock())
    }
  }

  #leaseUntil(): Date {
    return new Date(this.#needs.clock().getTime() + LEASE_MS)
  }

  #report(error: unknown): void {
    this.#needs.metrics.taskFailures.inc({ task: 'backtests' })
    this.#needs.log.error({ task: 'backtests', ...describeFailure(error) }, 'background task failed')
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS)
      this.#goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

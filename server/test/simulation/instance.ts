// A service instance in this process: its own services and application, whose only way to the database is the scheduler's.

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { withAuditKey } from '../../src/accounts/audit-key.ts'
import { readConfig } from '../../src/config/config.ts'
import { isAway, openDatabase } from '../../src/database/database.ts'
import { acceptJson, serveApi } from '../../src/start/app.ts'
import { createBaseApp } from '../../src/start/base-app.ts'
import { openServicesOn } from '../../src/start/start.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { MASTER_KEY } from '../harness.ts'
import { routes } from './requests.ts'
import type { Scheduler } from './scheduler.ts'

export const config = readConfig({
  CARDWRIGHT_MASTER_KEY: MASTER_KEY,
  CARDWRIGHT_DATA_DIR: '/nonexistent',
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_HOUR: '0',
  RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '0',
})
export const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

export class Instance {
  readonly name: string
  readonly scheduler: Scheduler
  isDead = false
  /** Undefined until it has started. */
  app: FastifyInstance | undefined
  started: Promise<void> | undefined

  constructor(name: string, scheduler: Scheduler) {
    this.name = name
    this.scheduler = scheduler
  }

  start(vault: Vault): Promise<void> {
    this.started ??= this.#open(vault).catch((error) => this.#startAgain(vault, error))
    return this.started
  }

  /** As its supervisor would. */
  async #startAgain(vault: Vault, error: unknown): Promise<void> {
    if (!this.isDead && !isAway(error)) throw error
    this.started = undefined
    if (!this.isDead) await this.start(vault)
  }

  /** The login has no password, because the scheduler lets everybody in. */
  async #open(vault: Vault): Promise<void> {
    const simulated = { host: 'simulated', port: 1, username: 'service', password: '', database: 'simulated' }
    const openSocket = this.scheduler.openSocketFor(this)
    const database = withAuditKey(openDatabase({ ...simulated, openSocket }, config.databasePools), () => vault)
    const services = await openServicesOn({ database, vault }, config, log, [])
    const { app } = createBaseApp(services)
    acceptJson(app)
    serveApi(app, services, routes)
    await app.ready()
    this.app = app
  }

  /** Whatever it still does finds no connection. Nobody waits for its answers any more. */
  kill(): void {
    this.isDead = true
    this.scheduler.cutAll(this)
  }
}

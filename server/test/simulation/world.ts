// What the runs of one thread share: a real database, the vault, and the sessions behind the simulated connections. Each run
// has a workspace of its own.

import { createApiKey } from '../../src/accounts/api-keys.ts'
import { createAccount } from '../../src/accounts/create-account.ts'
import { type ConnectionOptions, connect, type Database } from '../../src/database/database.ts'
import { loginsOf } from '../../src/database/logins.ts'
import { runAudit } from '../../src/operator/run-audit.ts'
import { openSchema } from '../../src/start/open-schema.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { Backends } from './backends.ts'
import { config, log } from './instance.ts'
import { BUDGET } from './model.ts'

/** The API keys of a run's workspace. */
export type Keys = { plain: string; budgeted: string }

const holder = {
  name: 'Simulation',
  holderName: 'Grace Test',
  billingAddress: { line1: '2 Test Road', city: 'Dover', state: 'DE', zip: '19901', country: 'US' },
}

export class World {
  /** Promises of the service that were rejected while nobody listened. In a process of its own each would end it. */
  readonly unhandled: unknown[] = []
  readonly backends: Backends
  readonly vault: Vault
  readonly #database: Database
  readonly #undo: (() => Promise<unknown>)[]
  #runs = 0

  private constructor(backends: Backends, vault: Vault, database: Database, undo: (() => Promise<unknown>)[]) {
    this.backends = backends
    this.vault = vault
    this.#database = database
    this.#undo = undo
    process.on('unhandledRejection', (error) => this.unhandled.push(error))
  }

  static async open(connection: ConnectionOptions): Promise<World> {
    const undo: (() => Promise<unknown>)[] = []
    const { database, vault } = await openSchema(config, log, loginsOf(connection), undo)
    const admin = connect(connection, { max: 1 })
    // The scheduler sees a deadlock at once. PostgreSQL must not end it first, at a moment that no seed has chosen.
    const [{ name }] = await admin<[{ name: string }]>`select current_database() as name`
    await admin.unsafe(`alter database ${name} set deadlock_timeout = '10min'`)
    undo.unshift(() => admin.end({ timeout: 5 }))
    return new World(new Backends(loginsOf(connection).service, admin as never), vault, database, undo)
  }

  newWorkspace(seed: number): Promise<Keys> {
    const now = new Date()
    return this.#database.transaction(async (tx) => {
      const { id: accountId } = await createAccount(tx, { ...holder, now })
      const key = { accountId, environment: 'sandbox', name: `seed ${seed}`, now } as const
      // A key drawn from the seed would be that of an earlier run of the same seed, and open its workspace.
      const texts = ['plain', 'budgeted'].map((name) => `sk_test_${name}${String(this.#runs++).padStart(24, '0')}`)
      const plain = await createApiKey(tx, { ...key, key: texts[0]! })
      const budget = { amountCents: BigInt(BUDGET * 100), window: 'all_time' } as const
      const budgeted = await createApiKey(tx, { ...key, key: texts[1]!, rights: { budget } })
      return { plain: plain.key, budgeted: budgeted.key }
    })
  }

  /** The faults of the books of all runs. */
  async audit(): Promise<string[]> {
    const { checks } = await runAudit(this.#database, this.vault)
    return checks.flatMap(({ faults }) => faults)
  }

  async close(): Promise<void> {
    this.backends.close()
    for (const step of this.#undo) await step()
  }
}

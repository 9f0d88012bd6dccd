// Records refused keys in the audit log, with a bounded number of rows however many requests come. Those of one second are
// written together, and after a row there is none about the same key for a quarter of an hour; the next row says how many
// there were. A revoked key is recorded for its account. A key that never existed is recorded only if the service has a single
// account; otherwise it goes to the service's own log.

import { environmentOfKey, findKeysByHashes, hashKey } from '../accounts/api-keys.ts'
import { appendAudit } from '../accounts/audit-log.ts'
import { findOnlyAccount, findRoute } from '../accounts/create-account.ts'
import { type EnvironmentName, environmentName } from '../accounts/environments.ts'
import { publicId, type Uuid } from '../ids.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import type { Caller } from './route.ts'

const GATHER_MS = 1_000
const MAX_GATHERED = 1_000
const QUIET_MS = 15 * 60_000
const MAX_REMEMBERED = 10_000

type Use = { environment: EnvironmentName; times: number; caller: Caller }
type Refusal = Use & { actor: string; what: string; accountId: Uuid | undefined }

export class RefusedKeys {
  readonly #services: Pick<Services, 'database' | 'clock' | 'log'>
  readonly #gathered = new Map<string, Use>()
  /** By actor and environment: when a row was last written, and how many refusals there were since. */
  readonly #told = new Map<string, { at: number; since: number }>()
  #timer: NodeJS.Timeout | undefined

  constructor(services: Pick<Services, 'database' | 'clock' | 'log'>) {
    this.#services = services
  }

  note(key: string, caller: Caller): void {
    const environment = environmentOfKey(key)
    const name = this.#gathered.size < MAX_GATHERED ? hashKey(key).toString('hex') : `more ${environment}`
    const known = this.#gathered.get(name)
    if (known) known.times += 1
    else this.#gathered.set(name, { environment, times: 1, caller })
    this.#timer ??= setTimeout(() => void this.#flush(), GATHER_MS).unref()
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    const uses = new Map(this.#gathered)
    this.#gathered.clear()
    try {
      for (const refusal of await this.#refusalsOf(uses)) await this.#tell(refusal)
    } catch (error) {
      this.#services.log.warn(describeFailure(error), 'refused API keys could not be written to the audit log')
    }
  }

  async #refusalsOf(uses: Map<string, Use>): Promise<Refusal[]> {
    const { read } = this.#services.database
    const refusals: Refusal[] = []
    for (const row of await findKeysByHashes(read, [...uses.keys()].filter(isHash))) {
      const environment = environmentName(row.environment)
      const actor = publicId('key', 0, row.id)
      refusals.push({ ...uses.get(row.hash)!, environment, actor, what: actor, accountId: row.account_id })
      uses.delete(row.hash)
    }
    for (const environment of ['sandbox', 'production'] as const) {
      const unknown = [...uses.values()].filter((use) => use.environment === environment)
      if (unknown.length === 0) continue
      const times = unknown.reduce((sum, use) => sum + use.times, 0)
      const { caller } = unknown[0]!
      const accountId = await findOnlyAccount(read)
      refusals.push({ environment, times, caller, actor: 'unknown', what: 'unknown keys', accountId })
    }
    return refusals
  }

  async #tell({ environment, times, caller, actor, what, accountId }: Refusal): Promise<void> {
    const { database, clock, log } = this.#services
    const name = `${actor} ${environment}`
    const at = clock()
    const told = this.#told.get(name)
    const all = times + (told?.since ?? 0)
    if (told && at.getTime() - told.at < QUIET_MS) {
      told.since = all
      return
    }
    if (this.#told.size > MAX_REMEMBERED) this.#told.clear()
    this.#told.set(name, { at: at.getTime(), since: 0 })
    const subject = `${what}, ${all} ${all === 1 ? 'time' : 'times'}`
    if (accountId === undefined) return log.warn({ environment, times: all }, 'unknown API keys were refused')
    await database.transaction(async (tx) => {
      const route = await findRoute(tx, accountId, environment)
      await appendAudit(tx, { ...route!, actor }, { action: 'key.refuse', subject, caller, at })
    })
  }
}

function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name)
}

// The hooks that a process keeps in memory, opened and ready to sign. The version on the workspace's row, which every
// authorization reads under its lock, tells whether one is current.

import { type EnvironmentName, environmentName } from '../accounts/environments.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { WorkspaceRow } from '../ledger/rows.ts'
import { openSecret } from '../outbound/secrets.ts'
import { type SigningKey, signingKey } from '../outbound/sign.ts'
import type { Services } from '../services.ts'
import { Breaker } from './breaker.ts'
import { type HookRow, hookColumns } from './hook.ts'

const MAX_KNOWN = 20_000

export type KnownHook = {
  row: HookRow
  environment: EnvironmentName
  cards: ReadonlySet<Uuid> | undefined
  keys: { present: SigningKey; previous: SigningKey | undefined }
  breaker: Breaker
}

/** `hook` is undefined when there is none, or none that is active. */
type Known = { version: number; hook: KnownHook | undefined }
type Versioned = Pick<WorkspaceRow, 'id' | 'decision_hook_version'>

export class KnownHooks {
  readonly #services: Pick<Services, 'database' | 'vault'>
  readonly #known = new Map<Uuid, Known>()

  constructor(services: Pick<Services, 'database' | 'vault'>) {
    this.#services = services
  }

  all(): KnownHook[] {
    return [...this.#known.values()].flatMap(({ hook }) => hook ?? [])
  }

  /** False when certainly nobody is asked about this card. A workspace that never had a hook costs one comparison. */
  mayConcern({ id, decision_hook_version: version }: Versioned, cardId: Uuid): boolean {
    if (version === 0) return false
    const known = this.#known.get(id)
    return known?.version !== version || concerns(known.hook, cardId) !== undefined
  }

  /** The hook to ask about this card, as it was when the version was read or later. */
  async find(workspace: WorkspaceKey, version: number, cardId: Uuid): Promise<KnownHook | undefined> {
    const known = this.#known.get(workspace.id)
    const present = known && known.version >= version ? known : await this.#load(workspace)
    return concerns(present.hook, cardId)
  }

  async #load(workspace: WorkspaceKey): Promise<Known> {
    const [row] = await selectVersioned(this.#services.database.readByKey, workspace)
    const before = this.#known.get(workspace.id)
    const version = row?.version ?? 0
    if (before && before.version >= version) return before
    const hook = row?.id && row.active ? await this.#openAgain(row as Row & HookRow, before?.hook) : undefined
    const known = { version, hook }
    this.#known.delete(workspace.id)
    this.#known.set(workspace.id, known)
    // The oldest goes first: a Map keeps the order of insertion.
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!)
    return known
  }

  /** Opens a hook without keeping it in memory. */
  async open(row: HookRow, environment: EnvironmentName, breaker = new Breaker(row.open_until)): Promise<KnownHook> {
    const { card_ids: cards, secret_sealed, previous_secret } = row
    return {
      row,
      environment,
      cards: cards ? new Set(cards) : undefined,
      keys: {
        present: await this.#openKey(row, secret_sealed),
        previous: previous_secret ? await this.#openKey(row, previous_secret) : undefined,
      },
      breaker,
    }
  }

  #openAgain({ environment, ...row }: Row & HookRow, before: KnownHook | undefined): Promise<KnownHook> {
    return this.open(row, environmentName(environment), keptBreaker(before, row))
  }

  async #openKey(row: HookRow, sealed: Buffer): Promise<SigningKey> {
    return signingKey(await openSecret(this.#services.vault, row, sealed))
  }
}

/** The breaker keeps its count unless the settings have changed. */
function keptBreaker(before: KnownHook | undefined, row: HookRow): Breaker | undefined {
  const isSame = before?.row.id === row.id && before.row.updated_at.getTime() === row.updated_at.getTime()
  if (!isSame) return undefined
  if (row.open_until) before.breaker.open(row.open_until)
  return before.breaker
}

function concerns(hook: KnownHook | undefined, cardId: Uuid): KnownHook | undefined {
  return hook?.cards?.has(cardId) === false ? undefined : hook
}

type Row = { version: number; environment: number } & (HookRow | { id: null; active: null })

function selectVersioned(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql<Row[]>`
    select w.decision_hook_version as version, w.environment, ${hookColumns}
    from workspaces w left join decision_hooks h on h.bucket = w.bucket and h.workspace_id = w.id
    where w.bucket = ${bucket} and w.id = ${id}`
}

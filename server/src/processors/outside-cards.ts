// Finds a card by its processor's id. Routes never change, so a process looks each up once.

import type { Database } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'

export type OutsideRoute = { workspace: WorkspaceKey; cardId: Uuid }

const MAX_KNOWN = 100_000

export class OutsideCards {
  readonly #database: Database
  readonly #known = new Map<string, OutsideRoute>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Undefined for a card that we did not issue, or whose creation has not ended yet. */
  async find(processor: string, externalId: string): Promise<OutsideRoute | undefined> {
    const key = `${processor}\n${externalId}`
    const known = this.#known.get(key)
    if (known) return known
    const [row] = await this.#database.readByKey<{ bucket: number; workspace_id: Uuid; card_id: Uuid }[]>`
      select bucket, workspace_id, card_id from processor_card_routes
      where processor = ${processor} and external_id = ${externalId}`
    if (!row) return undefined
    const route = { workspace: { bucket: row.bucket, id: row.workspace_id }, cardId: row.card_id }
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(key, route)
    return route
  }
}

// A rule may read the metadata of a card (`card_metadata.KEY`), so changing such a key can switch the rule off for that card.
// These keys are therefore a control: changing them needs `controls:write`, and an agent key never sets them.

import { hasScope, isAgent } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { metadataKeyOf } from './attributes.ts'
import { selectRules, selectVersions } from './rule-rows.ts'

type Metadata = Readonly<Record<string, unknown>>

/** The keys of `metadata` that a rule of the workspace reads. A rule that is off counts too, since it can be switched on later. */
export async function metadataOfRules(
  sql: Sql,
  workspace: Workspace,
  metadata: Metadata | undefined,
): Promise<readonly string[]> {
  const names = Object.keys(metadata ?? {})
  if (!workspace.key || names.length === 0) return []
  const rules = await selectRules(sql, workspace)
  const versions = await selectVersions(
    sql,
    workspace,
    rules.map(({ id, version }) => ({ rule_id: id, version })),
  )
  const read = new Set(
    versions.flatMap(({ conditions }) => conditions.map(({ attribute }) => metadataKeyOf(attribute))),
  )
  return names.filter((name) => read.has(name))
}

/** For a card that exists. `read` is what `metadataOfRules` has found. */
export function refuseChangedMetadata(workspace: Workspace, read: readonly string[]): Refusal | undefined {
  const [first] = read
  if (isAgent(workspace) || first === undefined) return refuseAgentMetadata(workspace, read)
  if (hasScope(workspace, 'controls:write')) return undefined
  return refuse(
    'forbidden',
    `A rule reads the metadata "${first}", so that changing it needs the scope controls:write.`,
    'controls:write',
  )
}

/** For a new card. A key that creates a card chooses its settings, and only an agent key may not choose these. */
export function refuseAgentMetadata(workspace: Workspace, [first]: readonly string[]): Refusal | undefined {
  if (first === undefined || !isAgent(workspace)) return undefined
  return refuse(
    'forbidden',
    `A rule reads the metadata "${first}", which an agent key may never set.`,
    `metadata.${first}`,
  )
}

// The rule sets that this process has read. A set never changes, so these are never outdated. The workspace's row, which every
// decision reads under its locks, says which one counts. Forgetting a set only costs a look-up.

import type { Sql } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { compileRule } from './compile-rule.ts'
import { findSet } from './rule-rows.ts'
import { RuleSet } from './rule-set.ts'

type Known = { newest: RuleSet; sets: Map<number, RuleSet> }

const MAX_KNOWN = 10_000
const known = new Map<Uuid, Known>()
let count = 0

export function knownSet(workspaceId: Uuid, version: number): RuleSet | undefined {
  return known.get(workspaceId)?.sets.get(version)
}

/** A guess at the set that will count when the decision is made. */
export function newestKnownSet(workspaceId: Uuid): RuleSet | undefined {
  return known.get(workspaceId)?.newest
}

/** Empty for a number without a set, when the workspace has been purged meanwhile. */
export async function loadSet(sql: Sql, workspace: WorkspaceKey, version: number): Promise<RuleSet> {
  const before = knownSet(workspace.id, version)
  if (before) return before
  const rules = await findSet(sql, workspace, version)
  const set = new RuleSet(version, (rules ?? []).map(compileRule))
  if (rules) remember(workspace.id, set)
  return set
}

function remember(workspaceId: Uuid, set: RuleSet): void {
  if (count >= MAX_KNOWN) {
    known.clear()
    count = 0
  }
  count += 1
  const entry = known.get(workspaceId) ?? { newest: set, sets: new Map() }
  entry.sets.set(set.version, set)
  if (set.version > entry.newest.version) entry.newest = set
  known.set(workspaceId, entry)
}

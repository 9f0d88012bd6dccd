// A sandbox reset replaces a workspace with a new one. A request that resolved its key just before notices it in its own
// transaction, and runs again on the new workspace.

import { sqlState } from '../database/database.ts'

export class WorkspaceReplaced extends Error {}

/** Raised by `refuse_replaced_workspace()` of the schema, which `record` calls for a workspace that is not live. */
const WORKSPACE_REPLACED = 'CW001'

export function isWorkspaceReplaced(error: unknown): boolean {
  return error instanceof WorkspaceReplaced || sqlState(error) === WORKSPACE_REPLACED
}

// A sandbox reset puts a new workspace in the place of the old one. A request that resolved its key just
// before finds out in its own transaction, and runs again on the new workspace.

import { sqlState } from '../database/database.ts'

export class WorkspaceReplaced extends Error {}

const DIVISION_BY_ZERO = '22012' // raised by `record` for a workspace that is not live

export function isWorkspaceReplaced(error: unknown): boolean {
  return error instanceof WorkspaceReplaced || sqlState(error) === DIVISION_BY_ZERO
}

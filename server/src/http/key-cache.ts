// Resolves API keys, from memory if possible, and records that they are in use.

import { findWorkspacesByKeys, hashKey, isKey, touchApiKeys } from '../accounts/api-keys.ts'
import { hasExpired } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import { NotedUse } from './noted-use.ts'
import { WorkspaceCache } from './workspace-cache.ts'

const NOTE_USE_MS = 60_000

export class KeyCache extends WorkspaceCache {
  /** A remembered key is no longer valid from the moment it expires. */
  override resolve(credential: string): Workspace | undefined | Promise<Workspace | undefined> {
    const found = super.resolve(credential)
    return found instanceof Promise ? found.then(unlessExpired) : unlessExpired(found)
  }

  constructor(sql: Sql, write: Sql) {
    const inUse = new NotedUse(NOTE_USE_MS, (hashes) => touchApiKeys(write, hashes, new Date()))
    // Keys that are needed at the same time are looked up together. With thousands of keys, each is needed about once a second.
    const lookup = new BatchedRead<string, Workspace>(async (hashes) => {
      const found = await findWorkspacesByKeys(sql, hashes)
      return hashes.map((hash) => found.get(hash))
    })
    super(async (key) => {
      const hash = hashKey(key).toString('hex')
      const workspace = await lookup.get(hash)
      if (workspace) inUse.note(hash)
      return workspace
    }, isKey)
  }
}

function unlessExpired(workspace: Workspace | undefined): Workspace | undefined {
  return workspace && !hasExpired(workspace, Date.now()) ? workspace : undefined
}

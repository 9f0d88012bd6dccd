// What a search for work finds: workspaces and endpoints, and how far the search came.

import type { Uuid, WorkspaceKey } from '../../ids.ts'

/** A row of an index by bucket and id, after which the next page begins. */
export type Mark = { bucket: number; id: Uuid }

export const FIRST_MARK: Mark = { bucket: -1, id: '00000000-0000-0000-0000-000000000000' as Uuid }

export type Watched = WorkspaceKey & { isBehind: boolean }

/** `dueInMs` is null when nothing may be sent, because the endpoint is inactive or deleted. */
export type PendingEndpoint = Mark & { workspace_id: Uuid; dueInMs: number | null }

// Points the workspace's decision hook to this machine while the program runs, and restores it afterwards.

import { readFileSync, rmSync } from 'node:fs'
import type { Call } from '../command.ts'
import { statePath, writePrivate } from '../profiles.ts'
import { ApiError, type Cardwright } from '../sdk.ts'
import { workspaceName } from './position.ts'

/** Null when there was no hook. */
type Before = { url: string; timeout_ms: number; on_timeout: string; active: boolean; card_ids: string[] | null } | null

export type Borrowed = {
  /** The secret of a temporary hook; null when there was a hook before, whose secret only its owner knows. */
  secret: string | null
  giveBack(): Promise<void>
}

export async function borrowHook(call: Call, client: Cardwright, url: string): Promise<Borrowed> {
  const path = statePath(`decide-${workspaceName(call.settings)}.json`, call.io.env)
  // A killed run has left a note with the earlier settings, which count.
  const before = readNote(path) ?? { hook: await hookOf(client) }
  writePrivate(path, before)
  const { hook } = before
  const settings = hook ? { timeout_ms: hook.timeout_ms, on_timeout: hook.on_timeout, card_ids: hook.card_ids } : {}
  const { secret } = await client.decisionHook.set({ ...settings, url, active: true } as never)
  return {
    secret,
    async giveBack() {
      await (hook ? client.decisionHook.set(hook as never) : client.decisionHook.delete())
      rmSync(path, { force: true })
    },
  }
}

function readNote(path: string): { hook: Before } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

async function hookOf(client: Cardwright): Promise<Before> {
  try {
    const { url, timeout_ms, on_timeout, active, card_ids } = await client.decisionHook.get()
    return { url, timeout_ms, on_timeout, active, card_ids }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { mayReveal } from '../accounts/workspace.ts'
import type { Tx } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import type { Services } from '../services.ts'
import type { EventRow } from './event-rows.ts'
import { passcodesIn, type RenderedEvent, renderEvents } from './render-events.ts'

type Reader = { tx: Tx; services: Pick<Services, 'vault' | 'clock' | 'config'>; caller: Caller }

/**
 * Renders events for a caller. Passcodes are masked, or recorded in the audit log when they are shown. A list for a
 * person masks them all, since nobody asked for a passcode; a person sees one by opening its event.
 */
export async function revealEvents(
  { tx, services, caller }: Reader,
  workspace: Workspace,
  rows: readonly EventRow[],
  isMasked = workspace.person !== undefined || !mayReveal(workspace),
): Promise<RenderedEvent[]> {
  const events = await renderEvents(
    { sql: tx, vault: services.vault, config: services.config, isMasked },
    workspace,
    rows,
  )
  const passcodes = isMasked ? [] : passcodesIn(events)
  if (passcodes.length > 0)
    await appendAudit(tx, workspace, {
      action: '3ds.read',
      subject: passcodes.join(' '),
      caller,
      at: services.clock(),
    })
  return events
}

export async function showEvents(reader: Reader, workspace: Workspace, rows: readonly EventRow[]): Promise<unknown[]> {
  const events = await revealEvents(reader, workspace, rows)
  return events.map(({ text }) => JSON.parse(text))
}

/** The one event that somebody asked for by its id. */
export async function showEvent(reader: Reader, workspace: Workspace, row: EventRow): Promise<unknown> {
  const [event] = await revealEvents(reader, workspace, [row], !mayReveal(workspace))
  return JSON.parse(event!.text)
}

import type { EnvironmentName } from '../accounts/environments.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import { dollars } from '../money.ts'
import { readLastHour } from '../processors/processor-minutes.ts'
import { type ProcessorState, readStates } from '../processors/processor-states.ts'
import type { Services } from '../services.ts'
import { readDeferredMessages, readOpenCreations, readWaitingCards } from './processor-troubles.ts'
import { type ProcessorReport, ProcessorReports } from './shapes/processors.ts'

/**
 * Requires `operate`: people who create, freeze and fund cards must know when a processor has problems, and people who may only
 * view must not see the balance of the whole service. The figures of a processor cover the whole service; cards, messages and
 * issuances are those of this workspace.
 */
export const listProcessors = read({
  method: 'GET',
  url: '/processors',
  operationId: 'listProcessors',
  tag: 'Dashboard',
  access: 'operate',
  summary: 'The processors of this environment, and what goes wrong there',
  reply: { 200: ProcessorReports },
  async read({ sql, workspace, services }): Promise<ProcessorReports> {
    const names = processorsIn(services, workspace.environment)
    const states = names.length === 0 ? [] : await readStates(services)
    const reports = names.map((name) =>
      reportOn(
        services,
        sql,
        workspace,
        name,
        states.find(({ processor }) => processor === name),
      ),
    )
    return { data: await Promise.all(reports) }
  },
})

/** Includes processors that only retired BINs name, since their cards stay in use. */
function processorsIn({ bins }: Services, environment: EnvironmentName): string[] {
  const used = bins.all().filter((bin) => bin.environment === environment && bin.processor !== 'sandbox')
  return [...new Set(used.map((bin) => bin.processor))].sort()
}

async function reportOn(
  services: Services,
  sql: Sql,
  workspace: Workspace,
  name: string,
  state: ProcessorState | undefined,
): Promise<ProcessorReport> {
  const [{ p50Ms, p99Ms, ...counts }, deferred, waiting, creations] = await Promise.all([
    readLastHour(sql, name, services.clock()),
    readDeferredMessages(sql, workspace, name),
    readWaitingCards(sql, workspace, name),
    readOpenCreations(sql, workspace, name),
  ])
  return {
    name,
    kind: services.processors.get(name)?.kind ?? null,
    connected_at: textOf(state?.connected_at),
    last_question_at: textOf(state?.asked_at),
    news_tried_at: textOf(state?.polled_at),
    news_read_at: textOf(state?.news_read_at),
    last_hour: { ...counts, p50_ms: p50Ms ?? null, p99_ms: p99Ms ?? null },
    balance: balanceOf(state),
    deferred: deferred.items,
    deferred_more: deferred.isMore,
    waiting_cards: waiting.items,
    waiting_cards_more: waiting.isMore,
    creations: creations.items,
    creations_more: creations.isMore,
  }
}

/** Low when the open holds could use up the whole balance. */
function balanceOf(state: ProcessorState | undefined): ProcessorReport['balance'] {
  if (!state || state.balance_cents === null || state.balance_at === null) return null
  const { balance_cents, balance_at, held_cents } = state
  return {
    available: dollars(balance_cents),
    held: held_cents === null ? null : dollars(held_cents),
    as_of: balance_at.toISOString(),
    is_low: balance_cents <= (held_cents ?? 0n),
  }
}

function textOf(moment: Date | null | undefined): string | null {
  return moment?.toISOString() ?? null
}

// Problems with a processor that our own tables show, each as a sentence with a hint, for `processors check` and `doctor`.

import type { Config } from '../../config/config.ts'
import type { Sql } from '../../database/database.ts'
import type { Problem } from '../../processors/processor.ts'

/** After this many attempts minutes have passed, so the failure is not just temporary. */
const MANY_ATTEMPTS = 6
const NEWS_LATE_MS = 10 * 60_000
const DIFFERS_LONG_MS = 3_600_000

/** `isSevere`: cards or money are wrong already, or will be with the next purchase. */
export type OwnProblem = Problem & { isSevere: boolean }

export async function ownProblems(
  sql: Sql,
  name: string,
  { processors }: Pick<Config, 'processors'>,
  now: Date,
): Promise<OwnProblem[]> {
  const hasGivenSecret = processors.some((entry) => entry.name === name && entry.secrets.length > 0)
  return [
    ...(await connectionProblems(sql, name, hasGivenSecret, now)),
    ...(await deferredProblems(sql, name)),
    ...(await pushProblems(sql, name)),
    ...(await issuanceProblems(sql, name)),
    ...(await stateProblems(sql, name, now)),
    ...(await restrictionProblems(sql, name)),
    ...(await holdProblems(sql, name)),
  ]
}

type StateRow = {
  connected_at: Date | null
  has_secrets: boolean
  polled_at: Date | null
  news_read_at: Date | null
}

async function connectionProblems(sql: Sql, name: string, hasGivenSecret: boolean, now: Date): Promise<OwnProblem[]> {
  const [state] = await sql<StateRow[]>`
    select connected_at, secrets_sealed is not null as has_secrets, polled_at, news_read_at from processor_states
    where processor = ${name}`
  const problems: OwnProblem[] = []
  if (!state?.has_secrets && !hasGivenSecret)
    problems.push(
      severe('No secret is known by which it signs: every message is refused.', `run: processors connect ${name}`),
    )
  else if (!state?.connected_at)
    problems.push(mild('It was never connected from here.', `run: processors connect ${name}`))
  return [...problems, ...readingProblems(state, now)]
}

/** The last success counts: a processor that is asked every minute and never answers brings nothing. */
function readingProblems(state: StateRow | undefined, now: Date): OwnProblem[] {
  const isLate = (at: Date | null | undefined) => !at || now.getTime() - at.getTime() > NEWS_LATE_MS
  if (!isLate(state?.news_read_at)) return []
  const since = state?.news_read_at ? `since ${state.news_read_at.toISOString()}` : 'yet'
  if (isLate(state?.polled_at))
    return [severe(`Its events were not read ${since}, nor asked for.`, 'Start a process with the role worker or all.')]
  return [
    severe(
      `Its events were not read ${since}, although they were asked for at ${state!.polled_at!.toISOString()}.`,
      "The worker's log says what the processor answers, or which event could not be taken.",
    ),
  ]
}

async function deferredProblems(sql: Sql, name: string): Promise<OwnProblem[]> {
  const rows = await sql<{ reason: string; count: number; oldest: Date }[]>`
    select reason, count(*)::integer as count, min(received_at) as oldest from processor_parked
    where processor = ${name} group by reason order by reason`
  return rows.map(({ reason, count, oldest }) =>
    mild(
      `${count} of its messages are deferred since ${oldest.toISOString()}: ${reason}.`,
      `docs/operating/processors.md says what each reason means; processors sync ${name} tries them again`,
    ),
  )
}

async function pushProblems(sql: Sql, name: string): Promise<OwnProblem[]> {
  const [row] = await sql<{ count: number; attempts: number }[]>`
    select count(bucket)::integer as count, coalesce(max(push_attempts), 0) as attempts from processor_cards
    where processor = ${name} and push_at is not null and push_attempts >= ${MANY_ATTEMPTS}`
  if (!row || row.count === 0) return []
  return [
    severe(
      `It does not take the state of ${row.count} cards, after up to ${row.attempts} attempts.`,
      "The worker's log says what it answers; a freeze holds here all the same, since we decline.",
    ),
  ]
}

/** Checked by attempts, because the creation time in a sandbox is workspace time. */
async function issuanceProblems(sql: Sql, name: string): Promise<OwnProblem[]> {
  const [row] = await sql<{ count: number; cents: bigint }[]>`
    select count(bucket)::integer as count, coalesce(sum(amount_cents), 0)::bigint as cents from card_issuances
    where processor = ${name} and attempts >= ${MANY_ATTEMPTS}`
  if (!row || row.count === 0) return []
  return [
    severe(
      `The creation of ${row.count} cards hangs, with ${row.cents} cents on their way.`,
      "The worker's log says what the processor answers; each ends as a card, or with its money back.",
    ),
  ]
}

async function stateProblems(sql: Sql, name: string, now: Date): Promise<OwnProblem[]> {
  const before = new Date(now.getTime() - DIFFERS_LONG_MS)
  const [row] = await sql<{ count: number; since: Date | null }[]>`
    select count(bucket)::integer as count, min(differs_since) as since from processor_cards
    where processor = ${name} and push_at is not null and differs_since < ${before}`
  if (!row || row.count === 0) return []
  return [
    severe(
      `${row.count} cards have another state there than here, the first since ${row.since!.toISOString()}.`,
      'audit names them; see what the processor says of them in its own dashboard',
    ),
  ]
}

/** The processor decides about such a card alone, so there is nothing to mend here. */
async function restrictionProblems(sql: Sql, name: string): Promise<OwnProblem[]> {
  const rows = await sql<{ restriction: string; count: number }[]>`
    select restriction, count(*)::integer as count from processor_cards
    where processor = ${name} and restriction is not null group by restriction order by restriction`
  return rows.map(({ restriction, count }) =>
    mild(
      `The processor itself has frozen ${count} ${count === 1 ? 'card' : 'cards'}: ${restriction}.`,
      'They decline there until the processor releases them; ask its risk team. Our state is not pushed over it.',
    ),
  )
}

async function holdProblems(sql: Sql, name: string): Promise<OwnProblem[]> {
  const [row] = await sql<{ count: number; since: Date | null }[]>`
    select count(bucket)::integer as count, min(differs_since) as since from processor_authorizations
    where processor = ${name} and differs_since is not null`
  if (!row || row.count === 0) return []
  return [
    severe(
      `It holds another amount than we do for ${row.count} authorizations, the first since ${row.since!.toISOString()}.`,
      `audit names them; processors sync ${name} sets our holds to its amounts`,
    ),
  ]
}

function severe(problem: string, hint: string): OwnProblem {
  return { problem, hint, isSevere: true }
}

function mild(problem: string, hint: string): OwnProblem {
  return { problem, hint, isSevere: false }
}

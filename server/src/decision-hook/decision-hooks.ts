// Asks the hooks of customers. While waiting for an answer, no row is locked and no database connection is held.

import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EnvironmentName } from '../accounts/environments.ts'
import type { WallClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { GatheredRows } from '../database/gathered-rows.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import type { HookAnswer } from '../ledger/hook-answer.ts'
import type { WorkspaceRow } from '../ledger/rows.ts'
import { describeFailure } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { mayUseLoopback } from '../outbound/check-url.ts'
import { MAX_RESPONSE_BYTES, type PostResult } from '../outbound/exchange.ts'
import { fitting } from '../outbound/response-excerpt.ts'
import { openSender, type Sender } from '../outbound/sender.ts'
import { signedHeaders } from '../outbound/sign.ts'
import type { Vault } from '../vault/vault.ts'
import { type AttemptRow, attemptsLog, outcomeCode } from './attempts.ts'
import type { Consultation } from './consult.ts'
import { fallbackCode, fallbackOf, type HookRow, lockForHook } from './hook.ts'
import { createHookMetrics, type HookMetrics } from './hook-metrics.ts'
import { type KnownHook, KnownHooks } from './known-hooks.ts'
import { LongWaits } from './long-waits.ts'
import { type HookQuestion, QUESTION_TYPE, questionText } from './question.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'

declare module '../services.ts' {
  interface Services {
    decisionHooks: DecisionHooks
  }
}

/** With less time than this, no hook could answer. */
const MIN_WAIT_MS = 50
/** A receiver that is being restarted listens again after a moment. */
const PAUSE_BEFORE_RETRY_MS = 50
const REFUSED = 'connection refused'

type Needs = {
  database: Database
  vault: Vault
  config: Config
  metrics: Pick<Metrics, 'registry'>
  clock: WallClock
  log: Logger
}

export class DecisionHooks {
  readonly #needs: Needs
  readonly #known: KnownHooks
  readonly #sender: Sender
  readonly #metrics: HookMetrics
  readonly #attempts: GatheredRows<AttemptRow>
  /** By decision id. A request that is repeated while the question is open waits for the same answer. */
  readonly #underWay = new Map<Uuid, Promise<HookAnswer>>()
  /** Writes to the database that are still running. */
  readonly #writing = new Set<Promise<void>>()
  readonly #longWaits = new LongWaits()

  constructor(needs: Needs, sender: Sender = openSender()) {
    this.#needs = needs
    this.#sender = sender
    this.#known = new KnownHooks(needs)
    this.#metrics = createHookMetrics(needs.metrics.registry, () => this.#countPaused())
    this.#attempts = attemptsLog({ database: needs.database, metrics: this.#metrics, log: needs.log })
  }

  /** For a decision on locked rows: whether the hook has to be asked before this card's authorization is approved. */
  mustAsk(workspace: Pick<WorkspaceRow, 'id' | 'decision_hook_version'>, cardId: Uuid): boolean {
    return this.#known.mayConcern(workspace, cardId)
  }

  /**
   * Undefined when the hook turns out not to cover the card. The answer must arrive before `latestAt`, in the time of
   * `performance.now()`.
   */
  async ask(
    { workspace, version, question }: Consultation,
    latestAt = Number.POSITIVE_INFINITY,
  ): Promise<HookAnswer | undefined> {
    const hook = await this.#known.find(workspace, version, question.cardId!)
    if (!hook) return undefined
    const before = this.#underWay.get(question.decisionId)
    if (before) return before
    const asking = this.#answerOf(hook, question, latestAt).finally(() => this.#underWay.delete(question.decisionId))
    this.#underWay.set(question.decisionId, asking)
    return asking
  }

  /** Asks even when the hook is not active, and does not count for the breaker. */
  async test(row: HookRow, environment: EnvironmentName, question: HookQuestion): Promise<AttemptRow> {
    const hook = await this.#known.open(row, environment)
    const waitMs = this.#longWaits.limit(row.workspace_id, row.timeout_ms)
    const { attempt } = await this.#longWaits.wait(row.workspace_id, waitMs, this.#post(hook, question, waitMs))
    this.#attempts.add(attempt)
    return attempt
  }

  /** Gives up questions that could take longer than a stop may. Their authorizations are not decided, and can be repeated. */
  stopLongWaits(): void {
    this.#longWaits.stop()
  }

  /** Resolves when what was asked before is in the list of attempts, or could not be written. */
  flush(): Promise<void> {
    return this.#attempts.flush()
  }

  async close(): Promise<void> {
    this.stopLongWaits()
    await this.#sender.close()
    await Promise.all(this.#writing)
    await this.#attempts.flush()
  }

  async #answerOf(hook: KnownHook, question: HookQuestion, latestAt: number): Promise<HookAnswer> {
    const { clock } = this.#needs
    const { timeout_ms, workspace_id } = hook.row
    const waitMs = this.#longWaits.limit(workspace_id, Math.min(timeout_ms, Math.floor(latestAt - performance.now())))
    const { answer, attempt } = hook.breaker.isOpen(clock())
      ? unasked(hook, question, 'ten questions in a row failed: not asked for a while')
      : waitMs < MIN_WAIT_MS
        ? unasked(hook, question, 'no time was left for a question')
        : await this.#observed(hook, question, waitMs)
    this.#metrics.questions.observe({ outcome: answer.outcome }, answer.durationMs / 1000)
    this.#attempts.add(attempt)
    return answer
  }

  async #observed(hook: KnownHook, question: HookQuestion, waitMs: number): Promise<Asked> {
    this.#metrics.waiting.inc()
    const posted = this.#post(hook, question, waitMs)
    const asked = await this.#longWaits
      .wait(hook.row.workspace_id, waitMs, posted)
      .finally(() => this.#metrics.waiting.dec())
    // When our own caller allowed less time than the hook's timeout, a missing answer says nothing about the hook.
    const { outcome } = asked.answer
    if (outcome !== 'timeout' || waitMs === hook.row.timeout_ms) this.#count(hook, isFailure(outcome))
    return asked
  }

  async #post(hook: KnownHook, question: HookQuestion, waitMs: number): Promise<Asked> {
    const at = this.#needs.clock()
    const startedAt = performance.now()
    const { row, environment } = hook
    const expiresAt = new Date(at.getTime() + waitMs)
    const body = questionText(question, { bucket: row.bucket, environment, at, expiresAt })
    const headers = signedHeaders(keysAt(hook, at), {
      eventId: publicId('decision', row.bucket, question.decisionId),
      eventType: QUESTION_TYPE,
      body,
      at,
    })
    const allowLoopback = mayUseLoopback(this.#needs.config, environment)
    const post = (timeoutMs: number) =>
      this.#sender.post({ url: row.url, headers, body, allowLoopback, timeoutMs, keepBytes: MAX_RESPONSE_BYTES })
    const result = await onceMore(post, waitMs, startedAt)
    const durationMs = Math.round(performance.now() - startedAt)
    return asAsked(hook, question, readAnswer(result, question), result, durationMs)
  }

  #count({ row, breaker }: KnownHook, isFailure: boolean): void {
    const until = breaker.count(isFailure, this.#needs.clock())
    if (!until) return
    this.#metrics.pauses.inc()
    const { bucket, id } = row
    this.#needs.log.warn({ hook: publicId('decision_hook', bucket, id) }, 'decision hook paused: it failed ten times')
    const writing = this.#tellOthers(row, until).finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Stores the pause: other processes read it when they see the new version, and the API shows it with the hook. */
  async #tellOthers({ bucket, workspace_id, id }: HookRow, until: Date): Promise<void> {
    try {
      await this.#needs.database.transaction(async (tx) => {
        await lockForHook(tx, { bucket, id: workspace_id })
        await tx`
          update decision_hooks set open_until = ${until} where bucket = ${bucket} and workspace_id = ${workspace_id} and id = ${id}`
      })
    } catch (error) {
      this.#needs.log.warn(describeFailure(error), 'the pause of a decision hook could not be told to other processes')
    }
  }

  #countPaused(): number {
    const wall = this.#needs.clock()
    return this.#known.all().filter(({ breaker }) => breaker.isOpen(wall)).length
  }
}

type Asked = { answer: HookAnswer; attempt: AttemptRow }

const isFailure = (outcome: HookAnswer['outcome']) => outcome === 'timeout' || outcome === 'error'

/** Tries once more when nobody was listening, if time allows. After any other failure the question may have arrived, and is not repeated. */
async function onceMore(
  post: (timeoutMs: number) => Promise<PostResult>,
  waitMs: number,
  startedAt: number,
): Promise<PostResult> {
  const first = await post(waitMs)
  if (first.error !== REFUSED) return first
  await pause(PAUSE_BEFORE_RETRY_MS)
  const leftMs = Math.floor(waitMs - (performance.now() - startedAt))
  return leftMs < MIN_WAIT_MS ? first : post(leftMs)
}

function keysAt({ keys, row }: KnownHook, wall: Date) {
  const isOverlap = keys.previous && row.previous_secret_until && wall < row.previous_secret_until
  return isOverlap ? [keys.present, keys.previous!] : [keys.present]
}

function unasked(hook: KnownHook, question: HookQuestion, error: string): Asked {
  const nothing = { status: null, body: null, retryAfter: null, error: null, durationMs: 0 }
  return asAsked(hook, question, { outcome: 'fallback', error }, nothing, 0)
}

type Said = ReadAnswer | { outcome: 'fallback'; error: string }

function asAsked(
  { row }: KnownHook,
  question: HookQuestion,
  said: Said,
  { status, body }: PostResult,
  durationMs: number,
): Asked {
  const fallback = 'error' in said ? fallbackOf(row) : null
  const answer: HookAnswer = {
    decisionId: question.decisionId,
    hookId: row.id,
    outcome: said.outcome,
    fallback,
    approves: said.outcome === 'approved' || fallback === 'approve',
    maxAmount: said.outcome === 'approved' ? said.maxAmount : undefined,
    reason: 'error' in said ? undefined : said.reason,
    metadata: ('error' in said ? undefined : said.metadata) ?? null,
    durationMs,
  }
  const attempt: AttemptRow = {
    bucket: row.bucket,
    id: newUuid(),
    workspace_id: row.workspace_id,
    hook_id: row.id,
    decision_id: question.decisionId,
    card_id: question.cardId,
    authorization_id: question.authorizationId,
    amount_cents: question.amount,
    merchant: question.merchant.name,
    outcome: outcomeCode(said.outcome),
    fallback: fallback && fallbackCode(fallback),
    response_status: status,
    duration_ms: durationMs,
    created_at: question.askedAt,
    response_body: body === null ? null : fitting(body),
    error: 'error' in said ? said.error : null,
  }
  return { answer, attempt }
}

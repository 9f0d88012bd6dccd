// Runs one backtest from its current position until it ends or the worker stops. Results are stored after every few thousand rows,
// and the position after each card or group of cards, so a worker that takes over repeats at most one group.

import type { Sql } from '../../database/database.ts'
import type { Uuid } from '../../ids.ts'
import { type CompiledRule, compileRule, knowledgeOf } from '../compile-rule.ts'
import { COUNTED_MS } from '../pattern.ts'
import { selectVersions } from '../rule-rows.ts'
import { type Found, nothingFound } from './backtest.ts'
import { type Claimed, type Resume, storeStep } from './backtest-rows.ts'
import {
  type CardPosition,
  countHistory,
  MAX_PAYMENTS,
  type SizedCard,
  selectCards,
  selectPayments,
  selectPaymentsAfter,
} from './history.ts'
import { CardReplay, type PastPayment } from './replay.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000' as Uuid

/** The claim was lost, or the worker stops. Another worker continues. */
export class Interrupted extends Error {}

type Running = {
  sql: Sql
  write: Sql
  backtest: Claimed
  rule: CompiledRule
  total: number
  leaseUntil(): Date
  isStopping(): boolean
}

type Needed = Pick<Running, 'sql' | 'write' | 'leaseUntil' | 'isStopping'>

/** Returns what it has found; throws `Interrupted`. */
export async function runBacktest(needed: Needed, backtest: Claimed): Promise<Found> {
  const { bucket, workspace_id, rule_id, rule_version: version } = backtest
  const owner = { bucket, id: workspace_id }
  const [stored] = await selectVersions(needed.sql, owner, [{ rule_id, version }])
  if (!stored) throw new Interrupted('The workspace is gone.')
  const rule = compileRule(stored)
  const total = await countHistory(needed.sql, owner, stored.card_ids)
  const running: Running = { ...needed, backtest, rule, total }
  const at: Resume = backtest.resume ?? { after: null, read: 0, found: structuredClone(nothingFound) }
  for (;;) {
    const after = at.after && { at: new Date(at.after.at), id: at.after.id }
    const cards = await selectCards(running.sql, owner, stored.card_ids, after)
    if (cards.length === 0) return at.found
    for (const group of inGroups(cards)) await takeGroup(running, group, at)
  }
}

/** Cards whose payments are read together; a card with many is alone. */
function* inGroups(cards: readonly SizedCard[]): Generator<SizedCard[]> {
  let group: SizedCard[] = []
  let size = 0
  for (const card of cards) {
    if (group.length > 0 && size + card.size > MAX_PAYMENTS) {
      yield group
      group = []
      size = 0
    }
    group.push(card)
    size += card.size
  }
  if (group.length > 0) yield group
}

async function takeGroup(running: Running, group: SizedCard[], at: Resume): Promise<void> {
  const used = group.filter(({ size }) => size > 0)
  const only = used[0]
  if (only && only.size > MAX_PAYMENTS) await takeLargeCard(running, only, at)
  else if (only) await takeCards(running, used, at.found)
  const last = group.at(-1)!
  at.after = { at: last.created_at.getTime(), id: last.id }
  at.read += group.reduce((sum, { size }) => sum + size, 0)
  await store(running, at.read, at.found, at)
}

async function takeCards({ sql, backtest, rule }: Running, cards: SizedCard[], found: Found): Promise<void> {
  const span = { since: firstNeeded(rule, backtest.from_time), until: backtest.to_time }
  const owner = { bucket: backtest.bucket, id: backtest.workspace_id }
  const ids = cards.map(({ id }) => id)
  const payments = Map.groupBy(await selectPayments(sql, owner, ids, span), ({ card_id }) => card_id)
  for (const card of cards) {
    const replay = new CardReplay(rule, card, backtest.from_time, found)
    for (const payment of payments.get(card.id) ?? []) replay.take(payment)
  }
}

/** Stores results along the way, but the position only before and after the card. */
async function takeLargeCard(running: Running, card: SizedCard, at: Resume): Promise<void> {
  const { sql, backtest, rule } = running
  const before = structuredClone(at)
  const replay = new CardReplay(rule, card, backtest.from_time, at.found)
  const owner = { bucket: backtest.bucket, id: backtest.workspace_id }
  let position: CardPosition = { at: firstNeeded(rule, backtest.from_time), id: FIRST_ID }
  let read = at.read
  for (let payments: readonly PastPayment[] = []; ; ) {
    payments = await selectPaymentsAfter(sql, owner, card.id, position, backtest.to_time)
    for (const payment of payments) replay.take(payment)
    if (payments.length < MAX_PAYMENTS) return
    const last = payments.at(-1)!
    position = { at: last.created_at, id: last.id }
    read += payments.length
    await store(running, read, at.found, before)
  }
}

/** The time from which a card's history must be read to check payments after `from`. */
function firstNeeded({ version: { conditions } }: CompiledRule, from: Date): Date {
  const asksForFirst = conditions.some(({ attribute }) => attribute === 'is_first_purchase')
  const knowledge = knowledgeOf(conditions)
  if (asksForFirst || knowledge === 'ever') return new Date(0)
  return knowledge === 'counts' ? new Date(Math.max(0, from.getTime() - COUNTED_MS)) : from
}

async function store(running: Running, read: number, found: Found, resume: Resume): Promise<void> {
  const { backtest, total } = running
  // Everything is read only at the very end, when the backtest completes.
  const progress = Math.min(99, Math.floor((read * 100) / Math.max(1, total)))
  const isOurs = await storeStep(running.write, backtest, { progress, found, resume, until: running.leaseUntil() })
  if (!isOurs || running.isStopping()) throw new Interrupted()
}

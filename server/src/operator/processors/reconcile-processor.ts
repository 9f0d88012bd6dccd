import { CommandError, UsageError } from '../../../../cli/src/framework/failures.ts'
import type { Database } from '../../database/database.ts'
import type { Uuid } from '../../ids.ts'
import { dollars } from '../../money.ts'
import type { Processor } from '../../processors/processor.ts'
import { type Command, json } from '../command.ts'
import { table } from '../table.ts'
import { type Comparison, compareDay, isEqual, type OurPost } from './compare-day.ts'
import { asked, type ProcessorSession, withProcessor } from './open-processors.ts'

const DAY_MS = 86_400_000
/** The processor may report a posting on an earlier or later day than the one on which we received it. */
const DAYS_BEFORE = 7
const DAYS_AFTER = 30
/** The days on which the processor may list a posting of ours instead. */
const NEIGHBOURS = [-1, 1, 2, 3]
const PAGE_SIZE = 5_000

export const reconcileProcessor: Command = {
  name: 'processors reconcile',
  summary: 'compare the settlements of a processor on a day with the books of this service, to the cent',
  args: ['NAME'],
  options: { day: { kind: 'text', value: 'DAY', help: 'the day as YYYY-MM-DD, in UTC', required: true }, json },
  notes:
    'The command changes nothing. The exit code is 1 if there is a difference, or if the processor has no totals for the day.',
  async run(call) {
    const day = readDay(call.text('day')!)
    const result = await withProcessor(call, call.args[0]!, (opened) => reconcile(opened, day))
    if (call.flag('json')) call.printJson({ day, ...result, is_equal: isEqual(result) })
    else call.print(describe(day, result))
    return isEqual(result) ? 0 : 1
  },
}

function readDay(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  const isDay = time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
  if (!isDay) throw new UsageError('--day must be a day such as 2026-03-31')
  if (time > new Date()) throw new UsageError('--day must not be in the future')
  return text
}

type Result = Comparison & {
  /** Days whose totals are not available yet. They may list the missing postings. */
  openDays: string[]
}

async function reconcile(
  { services, processor }: ProcessorSession & { processor: Processor },
  day: string,
): Promise<Result> {
  const totals = await totalsOf(processor, day)
  if (!totals)
    throw new CommandError(
      `${processor.name} has no totals of ${day}: the day is not complete there yet, or this environment has no such reports`,
    )
  const named = new Set(totals.posts)
  const ours = await readPosts(
    services.database,
    processor.name,
    day,
    (post) => post.isOfDay || named.has(post.reference),
  )
  return compareNeighbouringDays(processor, day, compareDay(totals, ours))
}

/** The processor may have settled a missing posting of ours on another day. */
async function compareNeighbouringDays(processor: Processor, day: string, compared: Comparison): Promise<Result> {
  const openDays: string[] = []
  const elsewhere = new Set<string>()
  const today = new Date().toISOString().slice(0, 10)
  const days = compared.missingThere.length === 0 ? [] : NEIGHBOURS.map((offset) => dayAt(day, offset))
  for (const each of days) {
    const totals = each > today ? undefined : await totalsOf(processor, each)
    if (totals) for (const id of totals.posts ?? []) elsewhere.add(id)
    else openDays.push(each)
  }
  const missingThere = compared.missingThere.filter((id) => !elsewhere.has(id))
  return { ...compared, missingThere, openDays: missingThere.length === 0 ? [] : openDays }
}

function totalsOf(processor: Processor, day: string) {
  return asked(processor, `when it was asked for the totals of ${day}`, () => processor.totals(day))
}

function dayAt(day: string, offset: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + offset * DAY_MS).toISOString().slice(0, 10)
}

type PostRow = { bucket: number; id: Uuid; reference: string; amount_cents: bigint; posted_at: Date }

/** Reads page by page, and keeps only the postings that the comparison needs. */
async function readPosts(
  database: Database,
  processor: string,
  day: string,
  isNeeded: (post: OurPost) => boolean,
): Promise<OurPost[]> {
  const [from, until] = [dayAt(day, -DAYS_BEFORE), dayAt(day, DAYS_AFTER + 1)]
  const kept: OurPost[] = []
  let last: PostRow | undefined
  for (;;) {
    const page: PostRow[] = await selectPosts(database, processor, { from, until, last })
    for (const { reference, amount_cents, posted_at } of page) {
      const post = { reference, amount: amount_cents, isOfDay: posted_at.toISOString().startsWith(day) }
      if (isNeeded(post)) kept.push(post)
    }
    if (page.length < PAGE_SIZE) return kept
    last = page.at(-1)!
  }
}

/** Reads all buckets, because a processor's day covers the whole service. */
function selectPosts(
  { read }: Database,
  processor: string,
  { from, until, last }: { from: string; until: string; last: PostRow | undefined },
) {
  const after = last ?? {
    posted_at: new Date(`${from}T00:00:00Z`),
    bucket: -1,
    id: '00000000-0000-0000-0000-000000000000',
  }
  return read<PostRow[]>`
    select bucket, id, reference, amount_cents, posted_at from processor_posts
    where processor = ${processor} and posted_at >= ${after.posted_at} and posted_at < ${new Date(`${until}T00:00:00Z`)}
      and (posted_at, bucket, id) > (${after.posted_at}, ${after.bucket}, ${after.id}::uuid)
    order by posted_at, bucket, id limit ${PAGE_SIZE}`
}

const MAX_SHOWN = 50

function describe(day: string, result: Result): string {
  const { theirs, ours, missingHere, missingThere, openDays } = result
  const row = (name: string, there: bigint, here: bigint) => [name, usd(there), usd(here), usd(there - here)]
  return [
    table(
      [day, 'THERE', 'HERE', 'DIFFERENCE'],
      [row('taken', theirs.gross, ours.gross), row('given back', theirs.refunds, ours.refunds)],
    ),
    ...list('Settled there and never posted here', missingHere),
    ...list('Posted here and not settled there', missingThere),
    ...(openDays.length > 0 ? [`They may still come: there are no totals yet of ${openDays.join(', ')}.`] : []),
    isEqual(result) ? 'The two agree to the cent.' : 'The two differ.',
  ].join('\n')
}

function list(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  const more = ids.length > MAX_SHOWN ? [`  and ${ids.length - MAX_SHOWN} more; --json names all`] : []
  return [`${what}:`, ...ids.slice(0, MAX_SHOWN).map((id) => `  ${id}`), ...more]
}

function usd(cents: bigint): string {
  return dollars(cents).toFixed(2)
}

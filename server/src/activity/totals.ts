// Totals of a period, by day, category and decline reason.

import type { Cents } from '../money.ts'

export type DayRow = { date: string; approved: bigint; declined: bigint; spent_cents: Cents }

export type MccRow = { mcc: string; count: bigint; spent_cents: Cents }

export type ReasonRow = { decline_reason: number; count: bigint }

export type Totals = { totals: DayRow[]; mccs: MccRow[]; reasons: ReasonRow[] }

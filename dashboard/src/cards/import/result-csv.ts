import { csvLine } from '../../../../server/src/http/csv.ts'
import type { Card } from '../../api/schemas.ts'
import type { Outcome } from '../../runs/row-run.ts'
import type { Plan } from './planned-cards.ts'

/** The original file with the result added to each line. */
export function resultCsv({ heading, cards }: Plan, outcomes: readonly Outcome<Card>[]): string {
  const lines = cards.map(({ line, given }, index) => [
    String(line),
    ...heading.map((name) => given[name]),
    ...resultOf(outcomes[index]!),
  ])
  return [['line', ...heading, 'result', 'card_id', 'last4', 'message'], ...lines].map(csvLine).join('')
}

function resultOf(outcome: Outcome<Card>): string[] {
  if (outcome.state === 'done') return ['created', outcome.result.id, outcome.result.last4, '']
  return [outcome.state, '', '', outcome.state === 'waiting' ? '' : outcome.message]
}

// transactions explain: every test in order, and whether the same purchase would pass now.

import type { Command } from './command.ts'
import { clean, time } from './format.ts'
import type { Colour, Paint } from './output.ts'
import type { ExplainedTest, Explanation } from './sdk.ts'

export const explain: Command = {
  name: 'transactions explain',
  summary: 'show every check of a transaction in order, and whether it would pass now',
  args: ['TRANSACTION'],
  async run(call) {
    const explanation = await call.client().transactions.explain(call.args[0]!)
    if (call.out.isJson) call.out.object(explanation)
    else call.out.text(explanationText(explanation, call.out.paint))
  },
}

export function explanationText({ now, ...then }: Explanation, paint: Paint): string {
  const isGood = then.outcome === 'approved'
  const lines = [
    paint(isGood ? 'green' : 'bold', headOf(then.title, then.decline_reason)),
    ...sentences(then),
    ...testLines(then.tests, paint),
  ]
  if (!now) return lines.join('\n')
  const head = headOf(now.title, now.decline_reason)
  return [
    ...lines,
    '',
    `${paint('dim', `Now, ${time(now.judged_at)}:`)} ${paint(now.would_pass ? 'green' : 'red', head)}`,
    ...(now.decline_reason !== null && now.decline_reason === then.decline_reason ? [] : sentences(now)),
    ...testLines(now.tests, paint),
  ].join('\n')
}

function headOf(title: string, reason: string | null): string {
  return reason === null ? title : `${title} (${reason})`
}

function sentences({ because, remedy }: { because: string; remedy: string | null }): string[] {
  return [because, ...(remedy === null ? [] : [remedy])].map((text) => `  ${clean(text)}`)
}

const COLOURS: Record<string, Colour> = { passed: 'green', failed: 'red', not_reached: 'dim', assumed: 'yellow' }

function testLines(tests: readonly ExplainedTest[], paint: Paint): string[] {
  const width = Math.max(0, ...tests.map(({ words }) => words.length))
  const lines = tests.map(({ outcome, words, numbers }) => {
    const mark = paint(COLOURS[outcome] ?? 'bold', outcome.replaceAll('_', ' ').padEnd('not reached'.length))
    return `  ${mark}  ${words.padEnd(width)}  ${numbers === null ? '' : clean(numbers)}`.trimEnd()
  })
  return lines.length === 0 ? [] : ['', ...lines]
}

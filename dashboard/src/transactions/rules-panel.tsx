// The result of each rule for this payment, with the values at that moment.

import { Link } from '@tanstack/react-router'
import { Circle, CircleAlert } from 'lucide-react'
import type { FullTransaction } from '../api/schemas.ts'
import { shortId } from '../cards/card-names.ts'
import { explanationInWords } from '../rules/explanation-in-words.ts'
import { StateBadge } from '../rules/state-badge.tsx'
import { useRules } from '../rules/use-rules.ts'
import { Panel } from '../ui/panel.tsx'

type Result = FullTransaction['rule_results'][number]

export function RulesPanel({ results }: { results: Result[] }) {
  return results.length === 0 ? null : <EvaluatedRules results={results} />
}

function EvaluatedRules({ results }: { results: Result[] }) {
  const rules = useRules().data?.data
  const names = new Map(rules?.map(({ id, name }) => [id, name]))
  const sorted = results.toSorted((one, other) => Number(other.matched) - Number(one.matched))
  return (
    <Panel title="Rules" note="The result of each rule at that time.">
      <ul className="grid gap-3">
        {sorted.map((result) => (
          <OneResult
            key={result.rule_id}
            result={result}
            name={names.get(result.rule_id)}
            isRead={rules !== undefined}
          />
        ))}
      </ul>
    </Panel>
  )
}

function OneResult({ result, name, isRead }: { result: Result; name: string | undefined; isRead: boolean }) {
  const { rule_id: ruleId, version, mode, matched, explanation } = result
  const Icon = matched ? CircleAlert : Circle
  return (
    <li className="flex gap-2.5 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${matched ? 'text-bad' : 'text-soft'}`} aria-hidden />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {name === undefined && isRead ? (
            <span className="font-medium">Deleted rule {shortId(ruleId)}</span>
          ) : (
            <Link to="/rules/$ruleId" params={{ ruleId }} className="font-medium break-words hover:underline">
              {name ?? shortId(ruleId)}
            </Link>
          )}
          <StateBadge of={mode} />
        </span>
        <span className="text-[13px] break-words">
          {matched ? 'Matched' : 'Did not match'}. {explanationInWords(explanation)}.
        </span>
        <span className="text-[13px] text-soft">Version {version}</span>
      </span>
    </li>
  )
}

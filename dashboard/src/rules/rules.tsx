import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Scale } from 'lucide-react'
import { useState } from 'react'
import type { RuleActivity } from '../../../server/src/dashboard/shapes/rules.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import type { Rule } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { CreateRuleDialog } from './rule-dialogs.tsx'
import { ruleInWords } from './rule-in-words.ts'
import { cardsInWords, StateBadge } from './state-badge.tsx'
import { useRules } from './use-rules.ts'

/** The service sends no event when a rule matches, so the page polls. */
const LOOK_MS = 10_000

export function Rules() {
  const [isCreating, setCreating] = useState(false)
  const navigate = useNavigate()
  const rules = useRules()
  const activity = useRead<RuleActivity>({ noun: 'rules', path: '/dashboard/rules/activity', everyMs: LOOK_MS })
  const mayOperate = useMay()('operate')
  const create = mayOperate && (
    <Button look="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setCreating(true)}>
      Create rule
    </Button>
  )
  return (
    <Page
      title="Rules"
      lead="Which payments are declined or need 3-D Secure first. Test a rule in shadow and on past payments before activating it."
      actions={create}
    >
      <Panel flush>
        <Table
          label="Rules"
          columns={columnsFor(activity.data)}
          reading={{ ...rules, data: rules.data?.data }}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/rules/$ruleId', params: { ruleId: id } })}
          empty={
            <Empty icon={<Scale className="size-5" aria-hidden />} title="No rules yet" action={create}>
              A rule checks every payment that passes the card's controls: by amount, merchant, country, time, or how
              often the card was used.
            </Empty>
          }
        />
      </Panel>
      {isCreating && <CreateRuleDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function columnsFor(activity: RuleActivity | undefined): Column<Rule>[] {
  const counts = new Map(activity?.data.map((each) => [each.rule_id, each]))
  return [
    { name: 'Name', cell: (rule) => <NameAndWords rule={rule} matched={counts.get(rule.id)?.matched ?? 0} /> },
    { name: 'State', cell: ({ state }) => <StateBadge of={state} /> },
    {
      name: `Matched in ${activity?.days ?? 7} days`,
      figures: true,
      from: 'sm',
      cell: ({ id }) => <Matched {...(counts.get(id) ?? { matched: 0, acted: 0 })} isRead={activity !== undefined} />,
    },
    { name: 'Cards', from: 'lg', cell: ({ card_ids }) => cardsInWords(card_ids) },
    { name: 'Version', from: 'md', figures: true, cell: ({ version }) => version },
    { name: 'Changed', isTime: true, from: 'md', cell: ({ updated_at }) => <WorkspaceTime at={updated_at} /> },
  ]
}

function NameAndWords({ rule, matched }: { rule: Rule; matched: number }) {
  return (
    <span className="grid min-w-32 gap-0.5">
      <Link
        to="/rules/$ruleId"
        params={{ ruleId: rule.id }}
        className="max-w-[24ch] truncate font-medium hover:underline sm:max-w-[40ch]"
      >
        {rule.name}
      </Link>
      <span className="text-[13px] text-soft sm:hidden">{matched.toLocaleString('en-US')} matched recently</span>
      <span className="line-clamp-2 max-w-[52ch] text-[13px] text-soft max-sm:hidden">{ruleInWords(rule)}</span>
    </span>
  )
}

function Matched({ matched, acted, isRead }: { matched: number; acted: number; isRead: boolean }) {
  if (!isRead) return '–'
  return (
    <span className="grid">
      <span>{matched.toLocaleString('en-US')}</span>
      {acted > 0 && <span className="text-[13px] text-soft">{acted.toLocaleString('en-US')} stopped</span>}
    </span>
  )
}

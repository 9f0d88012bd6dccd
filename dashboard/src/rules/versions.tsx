import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { type Page, useRead } from '../api/read.ts'
import type { Rule, RuleVersion } from '../api/schemas.ts'
import { ListPager, useOwnPaging } from '../shell/paging.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { EditRuleDialog } from './rule-dialogs.tsx'
import { ruleInWords } from './rule-in-words.ts'
import { cardsInWords, StateBadge } from './state-badge.tsx'

const PER_PAGE = 10

export function Versions({ rule }: { rule: Rule }) {
  const paging = useOwnPaging(PER_PAGE)
  const [used, use] = useState<RuleVersion>()
  const mayOperate = useMay()('operate')
  const versions = useRead<Page<RuleVersion>>({
    noun: 'rules',
    path: `/v1/rules/${rule.id}/versions`,
    query: { ...paging.query },
    keepWhileLoading: true,
  })
  return (
    <Panel flush title="Versions" note="Versions never change. Each transaction shows the version that checked it.">
      <Table
        label="Versions"
        columns={columnsFor(rule, mayOperate ? use : undefined)}
        reading={{ ...versions, data: versions.data?.data }}
        keyOf={({ version }) => String(version)}
        empty={null}
      />
      {versions.data && versions.data.pagination.total > PER_PAGE && (
        <ListPager paging={paging} reading={versions.data} />
      )}
      {used && <EditRuleDialog rule={rule} start={used} onClose={() => use(undefined)} />}
    </Panel>
  )
}

function columnsFor(rule: Rule, use: ((version: RuleVersion) => void) | undefined): Column<RuleVersion>[] {
  const columns: Column<RuleVersion>[] = [
    { name: 'Version', figures: true, cell: ({ version }) => version },
    { name: 'State', cell: ({ state }) => <StateBadge of={state} /> },
    {
      name: 'What it does',
      cell: (version) => (
        <span className="block min-w-32 text-[13px] wrap-anywhere">
          <span className="font-medium">{version.name}</span>
          <span className="block text-soft">{ruleInWords(version)}</span>
        </span>
      ),
    },
    { name: 'Cards', from: 'lg', cell: ({ card_ids }) => cardsInWords(card_ids) },
    { name: 'Created', isTime: true, from: 'sm', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
  ]
  if (!use) return columns
  const again = (version: RuleVersion) =>
    version.version !== rule.version && (
      <Button
        look="ghost"
        size="icon"
        aria-label={`Use version ${version.version} again`}
        title="Use again"
        icon={<RotateCcw className="size-4" aria-hidden />}
        onClick={() => use(version)}
      />
    )
  return [...columns, { name: 'Actions', isNameHidden: true, figures: true, cell: again }]
}

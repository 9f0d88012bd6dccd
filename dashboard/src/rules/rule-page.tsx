import { useParams } from '@tanstack/react-router'
import { CirclePower, Ghost, Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import type { Rule } from '../api/schemas.ts'
import { NotRead } from '../shell/elsewhere.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { CardLinks } from '../ui/card-links.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Menu, MoreButton } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { Backtests } from './backtests.tsx'
import { ChangeStateDialog, DeleteRuleDialog, EditRuleDialog } from './rule-dialogs.tsx'
import { actionNames, conditionInWords, type State, stateMeanings } from './rule-in-words.ts'
import { RuleReportPanel } from './rule-report.tsx'
import { StateBadge } from './state-badge.tsx'
import { Versions } from './versions.tsx'

const back = <BackLink to="/rules" name="Rules" />

export function RulePage() {
  const { ruleId } = useParams({ strict: false }) as { ruleId: string }
  const path = `/v1/rules/${encodeURIComponent(ruleId)}`
  const rule = useRead<Rule>({ noun: 'rules', path })
  if (rule.data) return <OneRule rule={rule.data} />
  return (
    <Page title="Rule" above={back}>
      <Panel>
        {rule.error ? (
          <NotRead problem={rule.error} onRetry={() => void rule.refetch()} path={path} what="rule" />
        ) : (
          <Loading rows={6} />
        )}
      </Panel>
    </Page>
  )
}

function OneRule({ rule }: { rule: Rule }) {
  const mayOperate = useMay()('operate')
  return (
    <Page
      title={rule.name}
      above={back}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <StateBadge of={rule.state} />
          <span>{stateMeanings[rule.state]}</span>
        </span>
      }
      actions={mayOperate && <Actions rule={rule} />}
    >
      <div className="grid items-start gap-5 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <Panel title="What it does">
          <Facts of={factsOf(rule)} />
        </Panel>
        <RuleReportPanel rule={rule} />
      </div>
      <Backtests rule={rule} />
      <Versions rule={rule} />
    </Page>
  )
}

function factsOf(rule: Rule): [string, React.ReactNode][] {
  return [
    ['When', <Conditions key="when" rule={rule} />],
    ['Then', actionNames[rule.action]],
    ['Cards', <CardLinks key="cards" ids={rule.card_ids} />],
    ['Version', rule.version],
    ['Changed', <WorkspaceTime key="changed" at={rule.updated_at} />],
    ['Id', <Id key="id" of={rule.id} what="the rule's id" />],
  ]
}

function Conditions({ rule: { when } }: { rule: Rule }) {
  return (
    <ul className="grid gap-1.5">
      {when.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may occur twice, and the list never changes
        <li key={index} className="break-words">
          {index > 0 && <span className="text-soft">and </span>}
          {conditionInWords(condition)}
        </li>
      ))}
    </ul>
  )
}

type Doing = State | 'edit' | 'delete'

function Actions({ rule }: { rule: Rule }) {
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  return (
    <>
      {rule.state !== 'active' && (
        <Button look="primary" icon={<ShieldCheck className="size-4" aria-hidden />} onClick={() => setDoing('active')}>
          Activate
        </Button>
      )}
      {rule.state !== 'shadow' && (
        <Button icon={<Ghost className="size-4" aria-hidden />} onClick={() => setDoing('shadow')}>
          Set to shadow
        </Button>
      )}
      <Button icon={<Pencil className="size-4" aria-hidden />} onClick={() => setDoing('edit')}>
        Edit
      </Button>
      <Menu
        trigger={<MoreButton />}
        items={[
          ...(rule.state === 'off'
            ? []
            : [
                {
                  label: 'Turn off',
                  icon: <CirclePower className="size-4" aria-hidden />,
                  onSelect: () => setDoing('off'),
                },
                null,
              ]),
          {
            label: 'Delete',
            danger: true,
            icon: <Trash2 className="size-4" aria-hidden />,
            onSelect: () => setDoing('delete'),
          },
        ]}
      />
      {doing === 'edit' && <EditRuleDialog rule={rule} onClose={close} />}
      {doing === 'delete' && <DeleteRuleDialog rule={rule} onClose={close} />}
      {(doing === 'active' || doing === 'shadow' || doing === 'off') && (
        <ChangeStateDialog rule={rule} state={doing} onClose={close} />
      )}
    </>
  )
}

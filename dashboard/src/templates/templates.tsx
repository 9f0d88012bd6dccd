import { useNavigate } from '@tanstack/react-router'
import { CreditCard, LayoutTemplate, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import type { Bin, CardTemplate } from '../api/schemas.ts'
import { binName, useBins } from '../cards/bin-words.ts'
import { controlsInWords } from '../controls/controls-in-words.ts'
import { money } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Menu, RowMenuButton } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { DeleteTemplate } from './delete-template.tsx'
import { CreateTemplateDialog, EditTemplateDialog } from './template-dialog.tsx'
import { byName, useTemplates } from './use-templates.ts'

type Doing = { what: 'create' } | { what: 'edit' | 'delete'; template: CardTemplate }

export function Templates() {
  const [doing, setDoing] = useState<Doing>()
  const templates = useTemplates()
  const bins = useBins().data?.data ?? []
  const mayOperate = useMay()('operate')
  const close = () => setDoing(undefined)
  const create = (
    <Button look="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setDoing({ what: 'create' })}>
      Create template
    </Button>
  )
  return (
    <Page
      title="Templates"
      lead="Settings for new cards. Changing a template does not change existing cards."
      actions={mayOperate && create}
    >
      <Panel flush>
        <Table
          label="Templates"
          columns={columnsFor(bins, mayOperate ? setDoing : undefined)}
          reading={{ ...templates, data: templates.data && byName(templates.data.data) }}
          keyOf={({ id }) => id}
          onOpen={mayOperate ? (template) => setDoing({ what: 'edit', template }) : undefined}
          empty={
            <Empty
              icon={<LayoutTemplate className="size-5" aria-hidden />}
              title="No templates yet"
              action={mayOperate && create}
            >
              Save the BIN, limits and controls you use often, and choose them by name.
            </Empty>
          }
        />
      </Panel>
      {doing?.what === 'create' && <CreateTemplateDialog onClose={close} />}
      {doing?.what === 'edit' && <EditTemplateDialog template={doing.template} onClose={close} />}
      {doing?.what === 'delete' && <DeleteTemplate template={doing.template} onClose={close} />}
    </Page>
  )
}

function columnsFor(bins: Bin[], act: ((doing: Doing) => void) | undefined): Column<CardTemplate>[] {
  const columns: Column<CardTemplate>[] = [
    { name: 'Name', cell: (template) => <Name template={template} onEdit={act} /> },
    { name: 'BIN', from: 'sm', cell: ({ bin_id }) => binInWords(bin_id, bins) },
    { name: 'Limit per month', from: 'sm', figures: true, cell: ({ spending_limit }) => limitInWords(spending_limit) },
    { name: 'What it sets', from: 'lg', cell: (template) => <WhatItSets template={template} /> },
    { name: 'Changed', isTime: true, from: 'md', cell: ({ updated_at }) => <WorkspaceTime at={updated_at} /> },
  ]
  if (!act) return columns
  const menu = (template: CardTemplate) => <TemplateMenu template={template} act={act} />
  return [...columns, { name: 'Actions', isNameHidden: true, figures: true, cell: menu }]
}

function Name({ template, onEdit }: { template: CardTemplate; onEdit: ((doing: Doing) => void) | undefined }) {
  const look = 'block max-w-[min(28ch,40cqw)] truncate text-left font-medium'
  if (!onEdit) return <span className={look}>{template.name}</span>
  return (
    <button type="button" className={`${look} hover:underline`} onClick={() => onEdit({ what: 'edit', template })}>
      {template.name}
    </button>
  )
}

function binInWords(id: string | null, bins: Bin[]): React.ReactNode {
  if (id === null) return <span className="text-soft">Chosen with each card</span>
  const bin = bins.find((each) => each.id === id)
  return bin ? binName(bin) : <code className="font-mono text-[13px]">{id}</code>
}

function limitInWords(limit: number | null): React.ReactNode {
  return limit === null ? <span className="text-soft">The BIN's</span> : money(limit)
}

function WhatItSets({ template }: { template: CardTemplate }) {
  const sentences = settingsInWords(template)
  if (sentences.length === 0) return <span className="text-soft">Nothing else</span>
  const [first, ...more] = sentences
  return (
    <span className="block max-w-[40ch] text-[13px] wrap-anywhere">
      {first}
      {more.length > 0 && <span className="text-soft"> And {more.length} more.</span>}
    </span>
  )
}

function settingsInWords({ allowed_categories, auto_freeze_at, controls, metadata }: CardTemplate): string[] {
  const keys = Object.keys(metadata)
  return [
    ...controlsInWords(controls, allowed_categories),
    ...(auto_freeze_at === null ? [] : [`Freezes below ${money(auto_freeze_at)}.`]),
    ...(keys.length === 0 ? [] : [`Metadata: ${keys.join(', ')}.`]),
  ]
}

function TemplateMenu({ template, act }: { template: CardTemplate; act: (doing: Doing) => void }) {
  const navigate = useNavigate()
  return (
    <Menu
      trigger={<RowMenuButton row={template.name} />}
      items={[
        {
          label: 'Create a card',
          icon: <CreditCard className="size-4" aria-hidden />,
          onSelect: () => void navigate({ to: '/cards', search: { create: template.id } }),
        },
        {
          label: 'Edit',
          icon: <Pencil className="size-4" aria-hidden />,
          onSelect: () => act({ what: 'edit', template }),
        },
        null,
        {
          label: 'Delete',
          danger: true,
          icon: <Trash2 className="size-4" aria-hidden />,
          onSelect: () => act({ what: 'delete', template }),
        },
      ]}
    />
  )
}

// A template holds the settings that new cards are filled from: its row, and how the API shows it.

import Type from 'typebox'
import { Controls } from '../../controls/control-schemas.ts'
import { presentControls } from '../../controls/read-controls.ts'
import type { Sql, Tx } from '../../database/database.ts'
import { column, tableOf } from '../../database/table.ts'
import { ApiError } from '../../errors.ts'
import { idOf, Timestamp } from '../../http/schemas.ts'
import type { WorkspaceKey } from '../../ids.ts'
import { publicId, type Uuid } from '../../ids.ts'
import type { CardRow } from '../../ledger/rows.ts'
import type { Controls as StoredControls } from '../../ledger/stored-controls.ts'
import { type Cents, dollars } from '../../money.ts'

/** All templates come in one answer and are shown as one list to choose from. */
export const MAX_TEMPLATES = 200

export type TemplateRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  name: string
  bin_id: string | null
  spending_limit_cents: Cents | null
  auto_freeze_cents: Cents | null
  allowed_categories: string[]
  controls: StoredControls | null
  metadata: CardRow['metadata']
  created_at: Date
  updated_at: Date
}

const { smallint, bigint, uuid, text, timestamptz, textArray, jsonb } = column

export const templates = tableOf<TemplateRow>('card_templates', {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  name: text((row) => row.name),
  bin_id: text((row) => row.bin_id),
  spending_limit_cents: bigint((row) => row.spending_limit_cents),
  auto_freeze_cents: bigint((row) => row.auto_freeze_cents),
  allowed_categories: textArray((row) => row.allowed_categories),
  controls: jsonb((row) => row.controls),
  metadata: jsonb((row) => row.metadata),
  created_at: timestamptz((row) => row.created_at),
  updated_at: timestamptz((row) => row.updated_at),
})

export const EXAMPLE_TEMPLATE_ID = 'tpl_3p01m7fvfr85e5mtekznx29q5n67'

export const TemplateParams = Type.Object({ template_id: Type.String({ examples: [EXAMPLE_TEMPLATE_ID] }) })

const nullable = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const CardTemplate = Type.Object(
  {
    id: Type.String({ examples: [EXAMPLE_TEMPLATE_ID] }),
    name: Type.String({ examples: ['Advertising'] }),
    bin_id: nullable(
      Type.String(),
      'A BIN from GET /bins. Null means that the request to create a card names the BIN.',
    ),
    spending_limit: nullable(Type.Number(), 'The monthly limit in USD. Null means the maximum of the BIN.'),
    allowed_categories: Type.Array(Type.String(), {
      description: 'The merchant categories that are allowed. Empty means all categories.',
    }),
    auto_freeze_at: nullable(
      Type.Number(),
      'A card made from the template is frozen when a debit leaves its balance below this amount.',
    ),
    controls: Controls,
    metadata: Type.Record(Type.String(), Type.Any()),
    created_at: Timestamp('When the template was created.'),
    updated_at: Timestamp('When the template was last changed.'),
  },
  { $id: 'CardTemplate' },
)

export function presentTemplate(template: TemplateRow) {
  const { spending_limit_cents: limit, auto_freeze_cents: threshold } = template
  return {
    id: publicId('template', template.bucket, template.id),
    name: template.name,
    bin_id: template.bin_id,
    spending_limit: limit === null ? null : dollars(limit),
    allowed_categories: template.allowed_categories,
    auto_freeze_at: threshold === null ? null : dollars(threshold),
    controls: presentControls(template.controls, null),
    metadata: template.metadata,
    created_at: template.created_at.toISOString(),
    updated_at: template.updated_at.toISOString(),
  }
}

export function selectTemplates(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql.readBy(templates.read)`
    select ${templates.columns('t')} from card_templates t where t.bucket = ${bucket} and t.workspace_id = ${id}
    order by t.created_at desc, t.id desc limit ${MAX_TEMPLATES}`
}

/** Throws template_not_found, also for another workspace's template. */
export async function findTemplate(sql: Sql, workspace: WorkspaceKey, templateId: string): Promise<TemplateRow> {
  const [row] = await templates.find(sql, [{ bucket: workspace.bucket, id: idOf('template', workspace, templateId) }])
  return ownedBy(workspace, row)
}

export async function lockTemplate(tx: Tx, workspace: WorkspaceKey, templateId: string): Promise<TemplateRow> {
  const [row] = await templates.lock(tx, [{ bucket: workspace.bucket, id: idOf('template', workspace, templateId) }])
  return ownedBy(workspace, row)
}

function ownedBy(workspace: WorkspaceKey, row: TemplateRow | undefined): TemplateRow {
  if (row?.workspace_id !== workspace.id) throw new ApiError('template_not_found')
  return row
}

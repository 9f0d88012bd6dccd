import Type from 'typebox'
import type { Tx } from '../../database/database.ts'
import { write } from '../../http/route.ts'
import { lockTemplate, TemplateParams, type TemplateRow } from './template.ts'

export const deleteTemplate = write({
  method: 'DELETE',
  url: '/card-templates/:template_id',
  operationId: 'deleteCardTemplate',
  scope: 'controls:write',
  agents: 'never',
  tag: 'Card templates',
  summary: 'Delete a card template',
  description: 'Deletes the template. Cards created from it do not change.',
  params: TemplateParams,
  reply: { 200: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }) },
  errors: ['template_not_found'],
  // There is no `subject`: after the deletion there is no template, and a replay must still get the first answer.
  async write({ tx, workspace, params }) {
    const template = await lockTemplate(tx, workspace, params.template_id)
    await removeTemplate(tx, template)
    return { status: 200, body: { id: params.template_id, deleted: true } }
  },
})

function removeTemplate(tx: Tx, { bucket, id, workspace_id }: TemplateRow) {
  return tx`delete from card_templates where bucket = ${bucket} and id = ${id} and workspace_id = ${workspace_id}`
}

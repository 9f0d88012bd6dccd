import Type from 'typebox'
import { read } from '../../http/route.ts'
import { CardTemplate, findTemplate, presentTemplate, selectTemplates, TemplateParams } from './template.ts'

export const listTemplates = read({
  method: 'GET',
  url: '/card-templates',
  operationId: 'listCardTemplates',
  scope: 'cards:read',
  bounds: 'open',
  tag: 'Card templates',
  summary: 'List card templates',
  description: 'Lists all templates, newest first.',
  reply: { 200: Type.Object({ data: Type.Array(CardTemplate) }) },
  async read({ sql, workspace }) {
    return { data: (await selectTemplates(sql, workspace)).map(presentTemplate) }
  },
})

export const getTemplate = read({
  method: 'GET',
  url: '/card-templates/:template_id',
  operationId: 'getCardTemplate',
  scope: 'cards:read',
  bounds: 'open',
  tag: 'Card templates',
  summary: 'Get a card template',
  params: TemplateParams,
  reply: { 200: CardTemplate },
  errors: ['template_not_found'],
  async read({ sql, workspace, params }) {
    return presentTemplate(await findTemplate(sql, workspace, params.template_id))
  },
})

import { useDo, useRead } from '../api/read.ts'
import { patch, post, remove } from '../api/request.ts'
import type { CardTemplate, CreateCardTemplateParams, UpdateCardTemplateParams } from '../api/schemas.ts'

const touched = ['card-templates']

export function useTemplates() {
  return useRead<{ data: CardTemplate[] }>({ noun: 'card-templates', path: '/v1/card-templates' })
}

export function useCreateTemplate() {
  return useDo((template: CreateCardTemplateParams) => post<CardTemplate>('/v1/card-templates', template), touched)
}

export function useUpdateTemplate(id: string) {
  return useDo((changes: UpdateCardTemplateParams) => patch<CardTemplate>(`/v1/card-templates/${id}`, changes), touched)
}

export function useDeleteTemplate(id: string) {
  return useDo(() => remove(`/v1/card-templates/${id}`), touched)
}

export function byName(templates: CardTemplate[]): CardTemplate[] {
  return templates.toSorted((one, other) => one.name.localeCompare(other.name))
}

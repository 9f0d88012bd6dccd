import type { CardTemplate } from '../api/schemas.ts'
import { Field, Select } from '../ui/field.tsx'
import { byName, useTemplates } from './use-templates.ts'

type Props = { value: string; hint: string; onChoose: (template: CardTemplate | undefined) => void }

/** Shows nothing if there are no templates, since most people have none. */
export function TemplatePicker({ value, hint, onChoose }: Props) {
  const templates = useTemplates().data?.data ?? []
  if (templates.length === 0) return null
  return (
    <Field label="Template" optional hint={hint}>
      <Select value={value} onChange={({ target }) => onChoose(templates.find(({ id }) => id === target.value))}>
        <option value="">None</option>
        {byName(templates).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

import { Field, Select } from '../ui/field.tsx'
import { useTags } from './use-notes.ts'

type Props = { tag: string | undefined; onChoose: (tag: string | undefined) => void }

/** Shown only if the workspace has tags or the address names one. */
export function TagFilter({ tag, onChoose }: Props) {
  const known = useTags().data?.data.map((each) => each.tag) ?? []
  const offered = tag === undefined || known.includes(tag) ? known : [tag, ...known]
  if (offered.length === 0) return null
  return (
    <div className="max-w-xs">
      <Field label="Tag">
        <Select value={tag ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
          <option value="">Any</option>
          {offered.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

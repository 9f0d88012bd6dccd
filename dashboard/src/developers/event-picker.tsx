import { Checkbox } from '../ui/field.tsx'
import { eventGroups } from './event-types.ts'

type Props = { chosen: string[]; onChoose: (events: string[]) => void; error?: string | undefined }

/** Chooses all events, including types that are added later, or single event types. */
export function EventPicker({ chosen, onChoose, error }: Props) {
  const isAll = chosen[0] === '*'
  const toggle = (type: string) =>
    onChoose(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type])
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-[13px] font-medium">Events</legend>
      <Checkbox
        label="All events"
        hint="Including types added later."
        checked={isAll}
        onChange={() => onChoose(isAll ? [] : ['*'])}
      />
      {!isAll && (
        <div className="grid gap-4 rounded-lg border border-line p-3.5">
          {eventGroups.map(({ title, types }) => (
            <fieldset key={title} className="grid gap-2">
              <legend className="mb-1.5 text-xs font-medium text-soft">{title}</legend>
              {types.map(([type, meaning]) => (
                <Checkbox
                  key={type}
                  label={<code className="font-mono text-[13px]">{type}</code>}
                  hint={meaning}
                  checked={chosen.includes(type)}
                  onChange={() => toggle(type)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

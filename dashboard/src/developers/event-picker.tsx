import { CheckGroups } from '../ui/check-groups.tsx'
import { Checkbox } from '../ui/field.tsx'
import { eventGroups } from './event-types.ts'

type Props = { chosen: string[]; onChoose: (events: string[]) => void; error?: string | undefined }

/** Chooses all events, including types that are added later, or single event types. */
export function EventPicker({ chosen, onChoose, error }: Props) {
  const isAll = chosen[0] === '*'
  const allEvents = (
    <Checkbox
      label="All events"
      hint="Including types added later."
      checked={isAll}
      onChange={() => onChoose(isAll ? [] : ['*'])}
    />
  )
  return (
    <CheckGroups
      legend="Events"
      groups={eventGroups}
      chosen={chosen}
      error={error}
      all={{ isChosen: isAll, checkbox: allEvents }}
      onChoose={onChoose}
    />
  )
}

// Whether a rule or the decision hook applies to all cards or only to chosen ones.

import { Choices } from '../ui/choices.tsx'
import { CardsPicker } from './cards-picker.tsx'

const scopes = [
  { value: 'all', name: 'All cards' },
  { value: 'some', name: 'Only these' },
] as const

type Props = {
  /** The label of the picker, which appears only for chosen cards. */
  label: string
  error: string | undefined
  max: number
  isForAll: boolean
  cardIds: string[]
  onScope: (isForAll: boolean) => void
  onCards: (cardIds: string[]) => void
}

export function CardScope({ label, error, max, isForAll, cardIds, onScope, onCards }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <span className="text-[13px] font-medium" aria-hidden>
        Cards
      </span>
      <Choices
        label="Cards"
        value={isForAll ? 'all' : 'some'}
        options={scopes}
        onChoose={(chosen) => onScope(chosen === 'all')}
      />
      {!isForAll && <CardsPicker label={label} error={error} max={max} value={cardIds} onChange={onCards} />}
    </div>
  )
}

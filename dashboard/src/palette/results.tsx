import type { PointerEvent } from 'react'
import { Status } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { WorkspaceTime } from '../ui/times.tsx'
import type { Hit, HitGroup } from './hits.ts'

type Props = {
  id: string
  groups: HitGroup[]
  current: number
  onRun: (index: number) => void
  onPoint: (index: number) => void
}

export function Results({ id, groups, current, onRun, onPoint }: Props) {
  const starts = groups.map((_, n) => groups.slice(0, n).reduce((sum, { hits }) => sum + hits.length, 0))
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className={classes('max-h-[min(26rem,60vh)] scroll-py-8 overflow-y-auto p-1.5', groups.length === 0 && 'hidden')}
    >
      {groups.map(({ title, hits }, n) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div key={title} role="group" aria-label={title} className="pb-1">
          <p className="px-3 pt-2 pb-1 text-xs font-medium text-soft" aria-hidden>
            {title}
          </p>
          {hits.map((hit, m) => {
            const index = starts[n]! + m
            return (
              <Result
                key={hit.key}
                id={`${id}-${index}`}
                hit={hit}
                isChosen={index === current}
                onRun={() => onRun(index)}
                onPoint={() => onPoint(index)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

type ResultProps = { id: string; hit: Hit; isChosen: boolean; onRun: () => void; onPoint: () => void }

function Result({ id, hit: { icon: Icon, name, note, status, at }, isChosen, onRun, onPoint }: ResultProps) {
  // A list that scrolls under a resting pointer does not move the selection.
  const point = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && onPoint()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onRun}
      onPointerMove={point}
      className={classes(
        'flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm',
        isChosen && 'bg-accent-soft',
      )}
    >
      <Icon className="size-4 shrink-0 text-soft" aria-hidden />
      <span className="min-w-0 shrink truncate">{name}</span>
      {note && <span className="tabular min-w-0 shrink-[4] truncate text-xs text-soft">{note}</span>}
      {at && (
        <span className="ml-auto shrink-0 text-xs text-soft">
          <WorkspaceTime at={at} />
        </span>
      )}
      {status && (
        <span className="ml-auto shrink-0">
          <Status of={status} />
        </span>
      )}
    </div>
  )
}

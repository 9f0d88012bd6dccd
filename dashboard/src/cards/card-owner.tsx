// The team member who is responsible for a card, on the card's page and as a filter of the list.

import { UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Person } from '../../../server/src/dashboard/shapes/cards.ts'
import { Button } from '../ui/button.tsx'
import { useCardSettings } from './limits-panel.tsx'

const OwnerDialog = lazy(() => import('./owner-dialog.tsx').then(({ OwnerDialog }) => ({ default: OwnerDialog })))

export function CardOwner({ cardId, mayChange }: { cardId: string; mayChange: boolean }) {
  const owner = useCardSettings(cardId).data?.owner
  const [isAsked, ask] = useState(false)
  return (
    <span className="flex flex-wrap items-center justify-between gap-2">
      <OwnerName of={owner} />
      {mayChange && owner !== undefined && (
        <Button size="small" aria-label="Change the owner" onClick={() => ask(true)}>
          Change
        </Button>
      )}
      {isAsked && owner !== undefined && (
        <Suspense>
          <OwnerDialog cardId={cardId} owner={owner} onClose={() => ask(false)} />
        </Suspense>
      )}
    </span>
  )
}

export function OwnerName({ of }: { of: Person | null | undefined }) {
  return of ? (
    <span className="block max-w-[20ch] truncate">{of.name}</span>
  ) : (
    <span className="text-soft">{of === null ? 'Nobody' : ''}</span>
  )
}

type MineProps = { isMine: boolean; onChange: (isMine: boolean) => void }

export function MineToggle({ isMine, onChange }: MineProps) {
  return (
    <Button
      aria-pressed={isMine}
      className={isMine ? 'border-accent bg-accent-soft text-accent-ink' : ''}
      icon={<UserRound className="size-4" aria-hidden />}
      onClick={() => onChange(!isMine)}
    >
      Mine
    </Button>
  )
}

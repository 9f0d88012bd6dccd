import { useNavigate } from '@tanstack/react-router'
import { ArrowDownToLine, ReceiptText, Snowflake, Sun } from 'lucide-react'
import { useState } from 'react'
import type { CardListItem } from '../api/schemas.ts'
import { Menu, RowMenuButton } from '../ui/menu.tsx'
import { cardName, useSetFrozen } from './card-actions.ts'
import { MoveMoneyDialog } from './move-money-dialog.tsx'

export function CardRowMenu({ card }: { card: CardListItem }) {
  const setFrozen = useSetFrozen()
  const navigate = useNavigate()
  const [isFunding, setFunding] = useState(false)
  const isTerminated = card.status === 'terminated'
  const isFrozen = card.status === 'frozen'
  return (
    <>
      <Menu
        trigger={<RowMenuButton row={cardName(card)} />}
        items={[
          {
            label: 'Fund',
            icon: <ArrowDownToLine className="size-4" aria-hidden />,
            disabled: isTerminated,
            onSelect: () => setFunding(true),
          },
          {
            label: isFrozen ? 'Unfreeze' : 'Freeze',
            icon: isFrozen ? <Sun className="size-4" aria-hidden /> : <Snowflake className="size-4" aria-hidden />,
            disabled: isTerminated,
            onSelect: () => setFrozen(card, !isFrozen),
          },
          {
            label: 'Transactions',
            icon: <ReceiptText className="size-4" aria-hidden />,
            onSelect: () => void navigate({ to: '/transactions', search: { card_id: card.id } }),
          },
        ]}
      />
      {isFunding && <MoveMoneyDialog card={card} direction="fund" onClose={() => setFunding(false)} />}
    </>
  )
}

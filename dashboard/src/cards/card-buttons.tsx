import { ArrowDownToLine, ArrowUpFromLine, Ban, Pencil, Repeat2, Snowflake, Sun } from 'lucide-react'
import { useState } from 'react'
import type { CardSummary } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MoreButton } from '../ui/menu.tsx'
import { useSetFrozen } from './card-actions.ts'
import { LabelDialog } from './label-dialog.tsx'
import { MoveMoneyDialog } from './move-money-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { TerminateDialog } from './terminate-dialog.tsx'

type Open = 'fund' | 'withdraw' | 'label' | 'replace' | 'terminate'

/**
 * The dialogs stay mounted when the card ends, because a replacement terminates the card before its dialog shows the
 * result.
 */
export function CardButtons({ card }: { card: CardSummary }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      {card.status !== 'terminated' && <Buttons card={card} onOpen={setOpen} />}
      {(open === 'fund' || open === 'withdraw') && <MoveMoneyDialog card={card} direction={open} onClose={close} />}
      {open === 'label' && <LabelDialog card={card} onClose={close} />}
      {open === 'replace' && <ReplaceDialog card={card} onClose={close} />}
      {open === 'terminate' && <TerminateDialog card={card} onClose={close} />}
    </>
  )
}

function Buttons({ card, onOpen }: { card: CardSummary; onOpen: (open: Open) => void }) {
  const setFrozen = useSetFrozen()
  const isFrozen = card.status === 'frozen'
  return (
    <>
      <Button icon={<ArrowUpFromLine className="size-4" aria-hidden />} onClick={() => onOpen('withdraw')}>
        Withdraw
      </Button>
      <Button
        icon={isFrozen ? <Sun className="size-4" aria-hidden /> : <Snowflake className="size-4" aria-hidden />}
        onClick={() => setFrozen(card, !isFrozen)}
      >
        {isFrozen ? 'Unfreeze' : 'Freeze'}
      </Button>
      <Button look="primary" icon={<ArrowDownToLine className="size-4" aria-hidden />} onClick={() => onOpen('fund')}>
        Fund
      </Button>
      <Menu
        trigger={<MoreButton />}
        items={[
          {
            label: 'Change the label',
            icon: <Pencil className="size-4" aria-hidden />,
            onSelect: () => onOpen('label'),
          },
          {
            label: 'Replace card',
            icon: <Repeat2 className="size-4" aria-hidden />,
            onSelect: () => onOpen('replace'),
          },
          null,
          {
            label: 'Terminate',
            danger: true,
            icon: <Ban className="size-4" aria-hidden />,
            onSelect: () => onOpen('terminate'),
          },
        ]}
      />
    </>
  )
}

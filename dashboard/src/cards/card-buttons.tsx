import { ArrowDownToLine, ArrowUpFromLine, Ban, Ellipsis, Pencil, Repeat2, Snowflake, Sun } from 'lucide-react'
import { useState } from 'react'
import type { CardSummary } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { useSetFrozen } from './card-actions.ts'
import { LabelDialog } from './label-dialog.tsx'
import { MoveMoneyDialog } from './move-money-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { TerminateDialog } from './terminate-dialog.tsx'

export function CardButtons({ card }: { card: CardSummary }) {
  const [open, setOpen] = useState<'fund' | 'withdraw' | 'label' | 'replace' | 'terminate'>()
  const setFrozen = useSetFrozen()
  const isFrozen = card.status === 'frozen'
  const close = () => setOpen(undefined)
  const replacing = open === 'replace' && <ReplaceDialog card={card} onClose={close} />
  // A replacement ends the card before its dialog has said how it went.
  if (card.status === 'terminated') return replacing || null
  return (
    <>
      <Button icon={<ArrowUpFromLine className="size-4" aria-hidden />} onClick={() => setOpen('withdraw')}>
        Withdraw
      </Button>
      <Button
        icon={isFrozen ? <Sun className="size-4" aria-hidden /> : <Snowflake className="size-4" aria-hidden />}
        onClick={() => setFrozen(card, !isFrozen)}
      >
        {isFrozen ? 'Unfreeze' : 'Freeze'}
      </Button>
      <Button look="primary" icon={<ArrowDownToLine className="size-4" aria-hidden />} onClick={() => setOpen('fund')}>
        Fund
      </Button>
      <Menu
        trigger={<Button size="icon" aria-label="More actions" icon={<Ellipsis className="size-4" aria-hidden />} />}
        items={[
          {
            label: 'Change the label',
            icon: <Pencil className="size-4" aria-hidden />,
            onSelect: () => setOpen('label'),
          },
          {
            label: 'Replace card',
            icon: <Repeat2 className="size-4" aria-hidden />,
            onSelect: () => setOpen('replace'),
          },
          null,
          {
            label: 'Terminate',
            danger: true,
            icon: <Ban className="size-4" aria-hidden />,
            onSelect: () => setOpen('terminate'),
          },
        ]}
      />
      {(open === 'fund' || open === 'withdraw') && <MoveMoneyDialog card={card} direction={open} onClose={close} />}
      {open === 'label' && <LabelDialog card={card} onClose={close} />}
      {replacing}
      {open === 'terminate' && <TerminateDialog card={card} onClose={close} />}
    </>
  )
}

import { Ellipsis } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classes } from './classes.ts'

type Item = { label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean; onSelect: () => void }

/** `trigger` is a single button. A `null` among the items draws a separator. */
export function Menu({
  trigger,
  items,
  align = 'end',
}: {
  trigger: ReactNode
  items: (Item | null)[]
  align?: 'start' | 'end'
}) {
  const chosen = useRef<() => void>(undefined)
  // Runs after the focus has returned to the trigger, so a dialog opened by the item later returns the focus there.
  const act = () => {
    if (chosen.current) setTimeout(chosen.current)
    chosen.current = undefined
  }
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          onCloseAutoFocus={act}
          className="z-50 min-w-44 rounded-xl border border-line bg-surface p-1 shadow-float animate-rise"
        >
          {items.map((item, index) =>
            item === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no other key
              <Radix.Separator key={index} className="my-1 h-px bg-line" />
            ) : (
              <Radix.Item
                key={item.label}
                disabled={item.disabled ?? false}
                onSelect={() => {
                  chosen.current = item.onSelect
                }}
                className={classes(
                  'flex items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken',
                  item.danger && 'text-bad',
                )}
              >
                {item.icon}
                {item.label}
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The trigger of a menu with the less frequent actions of a page. */
export function MoreButton(trigger: ButtonProps) {
  return (
    <Button size="icon" aria-label="More actions" icon={<Ellipsis className="size-4" aria-hidden />} {...trigger} />
  )
}

/** The trigger of the menu of one row in a table. */
export function RowMenuButton({ row, ...trigger }: ButtonProps & { row: string }) {
  return <MoreButton look="ghost" aria-label={`Actions for ${row}`} {...trigger} />
}

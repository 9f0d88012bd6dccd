import { Coffee, Minus, Plus } from 'lucide-react'
import { money } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { type Basket, type Product, products } from './products.ts'

type Props = { basket: Basket; onChange: (basket: Basket) => void }

export function Shelf({ basket, onChange }: Props) {
  return (
    <ul className="grid gap-4 sm:max-lg:grid-cols-2 xl:grid-cols-2" aria-label="Products">
      {products.map((product) => (
        <Item
          key={product.id}
          product={product}
          count={basket[product.id] ?? 0}
          onCount={(count) => onChange({ ...basket, [product.id]: count })}
        />
      ))}
    </ul>
  )
}

const MOST = 99

function Item({ product, count, onCount }: { product: Product; count: number; onCount: (count: number) => void }) {
  const { name, note, price, tone } = product
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3.5 rounded-xl border border-line p-3.5">
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-lg"
        style={{ background: `linear-gradient(150deg, ${tone}, color-mix(in srgb, ${tone} 60%, black))` }}
      >
        <Coffee className="size-7 text-white/85" />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">{name}</p>
        <p className="text-[13px] text-soft">{note}</p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <span className="tabular font-semibold">{money(price)}</span>
          {count === 0 ? (
            <Button size="small" aria-label={`Add ${name}`} onClick={() => onCount(1)}>
              Add
            </Button>
          ) : (
            <span className="flex items-center gap-1">
              <Step name={`One ${name} less`} icon={Minus} onPress={() => onCount(count - 1)} />
              <span className="tabular w-6 text-center text-sm" aria-live="polite">
                {count}
              </span>
              <Step name={`One ${name} more`} icon={Plus} onPress={() => onCount(Math.min(MOST, count + 1))} />
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

function Step({ name, icon: Icon, onPress }: { name: string; icon: typeof Plus; onPress: () => void }) {
  return <Button size="small" aria-label={name} onClick={onPress} icon={<Icon className="size-3.5" aria-hidden />} />
}

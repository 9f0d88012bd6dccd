import { money } from '../ui/amounts.tsx'
import { type Basket, linesOf, totalOf } from './products.ts'

export function Summary({ basket }: { basket: Basket }) {
  return (
    <div className="grid gap-2.5 text-sm">
      <ul aria-label="Basket" className="grid gap-2">
        {linesOf(basket).map(({ product, count, cents }) => (
          <li key={product.id} className="flex justify-between gap-3">
            <span>
              {count} × {product.name}
            </span>
            <span className="tabular">{money(cents / 100)}</span>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 border-t border-line pt-2.5 text-base font-semibold">
        <span>Total</span>
        <span className="tabular">{money(totalOf(basket))}</span>
      </p>
    </div>
  )
}

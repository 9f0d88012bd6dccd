export type Product = { id: string; name: string; note: string; price: number; tone: string }

/** Some prices are below the amount that needs a passcode and some above, and one is too high for many cards. */
export const products: Product[] = [
  { id: 'filters', name: 'Paper filters', note: 'Box of 200, unbleached', price: 9.5, tone: '#b08a5b' },
  { id: 'beans', name: 'Lighthouse blend', note: '1 kg, whole beans', price: 24.9, tone: '#6b3f26' },
  { id: 'cups', name: 'Quayside cups', note: 'Set of four, stoneware', price: 42, tone: '#3f5f7d' },
  { id: 'kettle', name: 'Gooseneck kettle', note: '0.9 l, with a thermometer', price: 79, tone: '#5d6b73' },
  { id: 'grinder', name: 'Hand grinder', note: 'Steel burrs, 40 steps', price: 139, tone: '#2f4a44' },
  { id: 'machine', name: 'Harbour espresso machine', note: 'Two groups, for a café', price: 6_400, tone: '#7d2e24' },
]

export const shop = {
  name: 'Harbour Coffee Supplies',
  mcc: '5499',
  country: 'US',
  id: '445566778899077',
  city: 'Portland',
}

export type Basket = Record<string, number>

export type Line = { product: Product; count: number; cents: number }

/** Calculates in whole cents, so a sum cannot end in 0.30000000000000004. */
export function linesOf(basket: Basket): Line[] {
  return products
    .map((product) => ({ product, count: basket[product.id] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map((line) => ({ ...line, cents: Math.round(line.product.price * 100) * line.count }))
}

export function totalOf(basket: Basket): number {
  return linesOf(basket).reduce((sum, { cents }) => sum + cents, 0) / 100
}

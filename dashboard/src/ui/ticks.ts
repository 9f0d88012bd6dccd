// The ticks of an axis: round numbers that cover the values and include zero.

const STEPS = [1, 2, 2.5, 5, 10]
const MAX_PARTS = 4

/** Ticks in ascending order. `isWhole` limits them to whole numbers, for values such as counts. */
export function ticksFor(values: readonly number[], { isWhole = false } = {}): number[] {
  const min = Math.min(0, ...values)
  const max = Math.max(0, ...values)
  const step = stepFor((max - min) / MAX_PARTS || 1, isWhole)
  const first = Math.floor(min / step)
  const last = Math.max(Math.ceil(max / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, n) => rounded((first + n) * step))
}

/** The smallest round step that is at least `least`. */
function stepFor(least: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = STEPS.map((step) => step * power)
  const isUsable = (step: number) => step >= least - power * 1e-9 && (!isWhole || Number.isInteger(step))
  return steps.find(isUsable) ?? 1
}

/** Removes binary rounding errors: 0.1 × 3 is 0.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}

// One page of metrics for all processes. Counters and histograms of the service are added up, gauges that every process
// reads from the database are the same in all, so that the greatest is taken; what is about a process (memory, event loop)
// carries its name.
//
// What a process has counted stays counted when it has ended: a sum that falls would look like a restart of everything,
// and a rate over it would be nonsense.

import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import type { Link } from '../processes/link.ts'

/** A scrape is worth waiting this long for one process; then what it last said is shown. */
const WAIT_MS = 2_000

export type Figure = {
  name: string
  type: string
  aggregator: string
  values: { labels: Record<string, string | number>; value: number }[]
}

type Source = { name(): string; link: Link; last: Figure[] }

export class AllMetrics {
  readonly #sources = new Set<Source>()
  readonly #own = new Registry()
  #ended: Promise<Figure[]> = Promise.resolve([])

  constructor() {
    collectDefaultMetrics({ register: this.#own })
  }

  /** Returns what is to be done when the process has ended. */
  add(link: Link, name: () => string): () => void {
    const source: Source = { name, link, last: [] }
    this.#sources.add(source)
    link.handle('metrics', () => this.#page())
    // Said by a process that ends in order, so that nothing is lost since the last scrape.
    link.handle('last figures', (figures: Figure[]) => {
      source.last = figures
    })
    return () => {
      this.#sources.delete(source)
      this.#keep(source.last)
    }
  }

  async #page(): Promise<string> {
    await Promise.all([...this.#sources].map(refresh))
    const lists = [...this.#sources].map(({ name, last }) => last.map((figure) => prepare(figure, name())))
    const own = ((await this.#own.getMetricsAsJSON()) as unknown as Figure[]).map((figure) =>
      prepare(figure, 'supervisor'),
    )
    return AggregatorRegistry.aggregate([...lists, own, await this.#ended] as never).metrics()
  }

  #keep(last: Figure[]): void {
    const counted = last
      .filter((figure) => isOfService(figure) && isCounted(figure))
      .map((figure) => prepare(figure, ''))
    this.#ended = this.#ended.then(async (before) => {
      const sum = AggregatorRegistry.aggregate([before, counted] as never)
      return (await sum.getMetricsAsJSON()) as unknown as Figure[]
    })
  }
}

async function refresh(source: Source): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WAIT_MS)
  })
  const figures = await Promise.race([source.link.ask<Figure[] | null>('figures', null).catch(() => null), late])
  clearTimeout(timer)
  if (figures) source.last = figures
}

function prepare(figure: Figure, process: string): Figure {
  if (isOfService(figure)) return { ...figure, aggregator: isCounted(figure) ? 'sum' : 'max' }
  const values = figure.values.map((each) => ({ ...each, labels: { ...each.labels, process } }))
  return { ...figure, aggregator: 'sum', values } // of one process each, told apart by the label
}

function isOfService({ name }: Figure): boolean {
  return name.startsWith('cardwright_')
}

function isCounted({ type }: Figure): boolean {
  return type === 'counter' || type === 'histogram'
}

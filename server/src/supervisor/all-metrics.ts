// One page of metrics for all processes. Counters and histograms are added up. Gauges that every process reads from the
// database are the same everywhere, so the largest is taken. Metrics about a process (memory, event loop) carry its name.
//
// The counts of a process stay after it has ended: a sum that falls would look like a restart of everything, and rates over
// it would be wrong.

import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import type { Link } from '../processes/link.ts'

/** How long a scrape waits for one process. After that its last known figures are shown. */
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
    link.handle('metrics', () => this.page())
    // Sent by a process that ends normally, so that nothing since the last scrape is lost.
    link.handle('last figures', (figures: Figure[]) => {
      source.last = figures
    })
    return () => {
      this.#sources.delete(source)
      this.#keep(source.last)
    }
  }

  async page(): Promise<string> {
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

// A collector of traces on loopback. It stores what it receives, and finds the spans in it.

import { type Receiver, startReceiver } from '../webhooks/receiver.ts'

export type WireAttribute = { key: string; value: { stringValue?: string; intValue?: number } }
export type WireSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  flags: number
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: WireAttribute[]
  links?: { traceId: string; spanId: string; flags: number }[]
  droppedLinksCount?: number
  status?: { code: number }
}

export type Collector = Receiver & {
  spans(): WireSpan[]
  /** Resolves to the first span that `isWanted` accepts. */
  span(isWanted: (span: WireSpan) => boolean): Promise<WireSpan>
}

export async function startCollector(): Promise<Collector> {
  const receiver = await startReceiver()
  const spans = () => receiver.received.flatMap(({ body }) => spansIn(body))
  return Object.assign(receiver, {
    spans,
    async span(isWanted: (span: WireSpan) => boolean) {
      await receiver.waitFor(1, ({ body }) => spansIn(body).some(isWanted))
      return spans().find(isWanted)!
    },
  })
}

export function spansIn(body: string): WireSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

export function attributesOf({ attributes }: Pick<WireSpan, 'attributes'>): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']))
}

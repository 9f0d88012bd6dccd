// Splits server-sent events into messages (the "event stream interpretation" of the HTML standard).

export interface Message {
  id?: string
  event?: string
  data: string
}

/** A message may be split over several chunks. */
export async function* readMessages(body: AsyncIterable<Uint8Array>): AsyncGenerator<Message, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split(/\r?\n\r?\n/)
    rest = blocks.pop()!
    for (const block of blocks) {
      const message = messageOf(block)
      if (message) yield message
    }
  }
}

/** Undefined for a comment, which only keeps the line open. */
function messageOf(block: string): Message | undefined {
  const fields = block.split(/\r?\n/).map((line) => /^(\w*): ?(.*)$/.exec(line))
  const lastOf = (name: string) => fields.findLast((field) => field?.[1] === name)?.[2]
  const data = fields.filter((field) => field?.[1] === 'data').map((field) => field![2])
  if (data.length === 0) return undefined
  const [id, event] = [lastOf('id'), lastOf('event')]
  return { data: data.join('\n'), ...(id !== undefined && { id }), ...(event !== undefined && { event }) }
}

/** `for await` over a web stream, which not every runtime has built in. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

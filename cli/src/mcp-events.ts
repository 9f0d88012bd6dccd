/** The data of server-sent events, one by one. */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body) {
    const events = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n\r?\n/)
    rest = events.pop()!
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
      const text = data.map((line) => line.slice(line.startsWith('data: ') ? 6 : 5)).join('\n')
      if (text !== '') yield text
    }
  }
}

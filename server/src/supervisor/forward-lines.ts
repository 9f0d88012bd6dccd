import type { Readable, Writable } from 'node:stream'

const NEWLINE = 10

/** Forwards whole lines only, so that the output of several processes does not mix within a line. */
export function forwardLines(from: Readable, to: Writable): void {
  let rest: Buffer[] = []
  from.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end === 0) return void rest.push(chunk)
    to.write(rest.length === 0 ? chunk.subarray(0, end) : Buffer.concat([...rest, chunk.subarray(0, end)]))
    rest = end < chunk.length ? [chunk.subarray(end)] : []
  })
  from.on('end', () => {
    if (rest.length > 0) to.write(Buffer.concat([...rest, Buffer.from('\n')]))
  })
}

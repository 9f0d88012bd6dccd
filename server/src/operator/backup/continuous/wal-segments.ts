// Names of write-ahead log segments: the timeline and the segment's position, as three groups of eight hexadecimal digits.

const SEGMENT = /^[0-9A-F]{24}$/
const ADDRESSES = 0x1_0000_0000n

export type SegmentSize = { bytes: number }

export const isSegment = (name: string): boolean => SEGMENT.test(name)

/** The segment that holds the record at this position. */
export function segmentAt(lsn: string, timeline: number, { bytes }: SegmentSize): string {
  return nameOf(positionOf(lsn) / BigInt(bytes), timeline, bytes)
}

/** The segment that holds the last record before this position. */
export function segmentBefore(lsn: string, timeline: number, { bytes }: SegmentSize): string {
  return nameOf((positionOf(lsn) - 1n) / BigInt(bytes), timeline, bytes)
}

export function nextSegment(name: string, { bytes }: SegmentSize): string {
  const perAddress = ADDRESSES / BigInt(bytes)
  const number = BigInt(`0x${name.slice(8, 16)}`) * perAddress + BigInt(`0x${name.slice(16)}`)
  return nameOf(number + 1n, Number.parseInt(name.slice(0, 8), 16), bytes)
}

/** From `first` on, every segment that follows without a gap. */
export function unbrokenRun(present: ReadonlySet<string>, first: string, size: SegmentSize): string[] {
  const run: string[] = []
  for (let name = first; present.has(name); name = nextSegment(name, size)) run.push(name)
  return run
}

/** Segments and backup labels of one timeline are ordered by name. A recovery from `first` reads none of the earlier ones. */
export function isBefore(name: string, first: string): boolean {
  return SEGMENT.test(name.slice(0, 24)) && name.slice(0, 24) < first
}

function positionOf(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

function nameOf(number: bigint, timeline: number, bytes: number): string {
  const perAddress = ADDRESSES / BigInt(bytes)
  return [BigInt(timeline), number / perAddress, number % perAddress].map(eightDigits).join('')
}

function eightDigits(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(8, '0')
}

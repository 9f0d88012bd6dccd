// What the scheduler must know of PostgreSQL's protocol: where a request group and a statement end, and when an answer is whole.

type Message = { type: string; start: number; end: number }

/** All messages of a buffer that holds whole ones. */
export function* messagesIn(bytes: Buffer): Generator<Message> {
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + bytes.readInt32BE(start + 1)
    yield { type: String.fromCharCode(bytes[start]!), start, end }
    start = end
  }
}

/** The statements up to a Sync. The last one has the Sync at its end. */
export type Group = { statements: Buffer[]; texts: string[] }

/** Collects what a client writes into groups, and remembers the texts of the statements that it has prepared. */
export class RequestGroups {
  readonly #texts = new Map<string, string>()
  #open: Group = { statements: [], texts: [] }

  /** The groups that are complete, after the client has written these bytes. */
  read(bytes: Buffer): Group[] {
    const complete: Group[] = []
    let from = 0
    for (const { type, start, end } of messagesIn(bytes)) {
      const body = bytes.subarray(start + 5, end)
      if (type === 'P') this.#texts.set(cstring(body, 0), cstring(body, cstring(body, 0).length + 1))
      if (type === 'B') this.#open.texts.push(this.#texts.get(cstring(body, 1)) ?? '')
      if (type === 'E' || type === 'S') {
        const statement = Buffer.from(bytes.subarray(from, end))
        if (type === 'E') this.#open.statements.push(statement)
        else this.#open.statements.push(Buffer.concat([this.#open.statements.pop() ?? Buffer.alloc(0), statement]))
        from = end
      }
      if (type !== 'S') continue
      complete.push(this.#open)
      this.#open = { statements: [], texts: [] }
    }
    return complete
  }
}

function cstring(bytes: Buffer, start: number): string {
  return bytes.toString('latin1', start, bytes.indexOf(0, start))
}

/** The settings of a session, as its first message gives them. */
export function startupSettings(bytes: Buffer): Record<string, string> {
  const words = bytes.toString('latin1', 8).split('\0')
  const pairs = words.slice(0, -2).flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1]!]] : []))
  return Object.fromEntries(pairs)
}

/** What a server says that lets everybody in: the login is accepted, and it is ready. */
export const WELCOME = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])
/** Makes the server send what it has, in the middle of a group. */
export const FLUSH = Buffer.from([72, 0, 0, 0, 4])

export const SYNC = Buffer.from([83, 0, 0, 0, 4])

export function query(text: string): Buffer {
  const bytes = Buffer.from(`Q....${text}\0`)
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}

/** The state of the first error in an answer. */
export function errorIn(answer: Buffer): { state: string; message: string } | undefined {
  for (const { type, start, end } of messagesIn(answer)) {
    if (type !== 'E') continue
    const fields = answer.toString('utf8', start + 5, end).split('\0')
    const field = (name: string) => fields.find((each) => each.startsWith(name))?.slice(1) ?? ''
    return { state: field('C'), message: field('M') }
  }
  return undefined
}

/** What an answer says in short: the tags of its statements, or the state of its error. */
export function summaryOf(answer: Buffer): string {
  const tags = [...messagesIn(answer)].flatMap(({ type, start }) =>
    type === 'C' ? [cstring(answer, start + 5)] : type === 'E' ? [errorIn(answer)!.state] : [],
  )
  return tags.join(', ')
}

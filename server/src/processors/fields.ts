// Reads JSON that came from outside without trusting it. Each reader says what it expects, and anything else is an
// `UnreadableMessage` that names the path ("card.token: not a text") and never quotes the value, which may be a secret.

import { isJsonObject } from '../json-object.ts'
import type { Cents } from '../money.ts'
import { ProcessorSilent, UnreadableMessage } from './processor.ts'

const MAX_TEXT_LENGTH = 500
const MAX_LIST_LENGTH = 10_000
/** The database cannot store NUL, and no real id has a line break. */
const CONTROL_CHARACTERS = /\p{Cc}+/gu
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/

/** Parses a whole message. Throws `UnreadableMessage`. */
export function readJson(body: Buffer): Field {
  try {
    return new Field(JSON.parse(body.toString()), '')
  } catch {
    throw new UnreadableMessage('the message is not JSON')
  }
}

/** Reads the answer to a call. An unreadable answer does not say what happened, so it counts as no answer. */
export function readAnswer<Read>(what: string, answer: unknown, read: (field: Field) => Read): Read {
  try {
    return read(new Field(answer, ''))
  } catch (error) {
    if (error instanceof UnreadableMessage) throw new ProcessorSilent(`${what}: ${error.message}`, { cause: error })
    throw error
  }
}

/** One value of a message and the path to it. A missing field is treated like null. */
export class Field {
  readonly path: string
  readonly #value: unknown

  constructor(value: unknown, path: string) {
    this.#value = value
    this.path = path
  }

  /** A member of an object; this field must be one. */
  get(name: string): Field {
    const value = this.#value
    if (!isJsonObject(value)) throw this.unreadable('not an object')
    const path = this.path === '' ? name : `${this.path}.${name}`
    return new Field(Object.hasOwn(value, name) ? value[name] : undefined, path)
  }

  /** Undefined where the field is missing or null: `field.optional()?.text()`. */
  optional(): Field | undefined {
    return this.#value === undefined || this.#value === null ? undefined : this
  }

  list(): Field[] {
    if (!Array.isArray(this.#value)) throw this.unreadable('not a list')
    if (this.#value.length > MAX_LIST_LENGTH) throw this.unreadable('too long a list')
    return this.#value.map((each, index) => new Field(each, `${this.path}[${index}]`))
  }

  /** An id, a code, a word: one line, not empty. */
  text(): string {
    const value = this.#value
    if (typeof value !== 'string') throw this.unreadable('not a text')
    if (value === '') throw this.unreadable('empty')
    if (value.length > MAX_TEXT_LENGTH) throw this.unreadable('too long a text')
    if (value.search(CONTROL_CHARACTERS) !== -1) throw this.unreadable('a text with control characters')
    // When stored, all lone surrogates become the same replacement character, so two ids could become one.
    if (!value.isWellFormed()) throw this.unreadable('a text with half a character')
    return value
  }

  /** Text written by people, as one line cut to a length. Undefined when nothing is left, or when it is not a text. */
  prose(maxLength: number): string | undefined {
    if (typeof this.#value !== 'string') return undefined
    const line = this.#value
      .slice(0, maxLength * 4)
      .replace(CONTROL_CHARACTERS, ' ')
      .trim()
    return wellFormed(line, maxLength) || undefined
  }

  boolean(): boolean {
    if (typeof this.#value !== 'boolean') throw this.unreadable('not true or false')
    return this.#value
  }

  /** A whole number that JavaScript holds exactly; of any sign. */
  integer(): bigint {
    if (!Number.isSafeInteger(this.#value)) throw this.unreadable('not a whole number')
    return BigInt(this.#value as number)
  }

  /** An amount in the smallest unit that cannot be negative. */
  cents(): Cents {
    const amount = this.integer()
    if (amount < 0n) throw this.unreadable('negative')
    return amount
  }

  /** RFC 3339. A time without a zone is in UTC. */
  time(): Date {
    const value = this.text()
    const zone = TIME.exec(value)
    const time = zone ? new Date(zone[2] === undefined ? `${value}Z` : value) : undefined
    if (!time || Number.isNaN(time.getTime())) throw this.unreadable('not a time')
    return time
  }

  /** Whether it is exactly this text. */
  is(text: string): boolean {
    return this.#value === text
  }

  unreadable(why: string): UnreadableMessage {
    return new UnreadableMessage(`${this.path === '' ? 'the message' : this.path}: ${why}`)
  }
}

/** Cuts between characters, never inside one. A lone surrogate is replaced. */
function wellFormed(line: string, maxLength: number): string {
  const cut = line.slice(0, maxLength)
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).toWellFormed().trim()
}

// Parts of statements: text with parameters of its own, put into the hole of another template. A fragment is never
// sent by itself, which is why it has a tag of its own and belongs to no session.

import type { Parameter } from './request.ts'

export type Hole = Parameter | Fragment

export class Fragment {
  /** The text, with its parameters appended to those of the statement it is a part of. */
  readonly render: (parameters: Parameter[]) => string

  constructor(render: (parameters: Parameter[]) => string) {
    this.render = render
  }
}

export function fragment(strings: TemplateStringsArray, ...holes: Hole[]): Fragment {
  return new Fragment((parameters) => renderTemplate(strings, holes, parameters))
}

/** A name of a table or column. */
export function identifier(name: string): Fragment {
  const quoted = `"${name.replaceAll('"', '""')}"`
  return new Fragment(() => quoted)
}

/** A constant that the planner must see, where a parameter would hide it from partial indexes. */
export function integerLiteral(value: number): Fragment {
  if (!Number.isSafeInteger(value)) throw new TypeError('not a whole number')
  return new Fragment(() => String(value))
}

/** A fragment in a hole becomes text. Everything else is a parameter, and never becomes text. */
export function renderTemplate(strings: TemplateStringsArray, holes: readonly Hole[], parameters: Parameter[]): string {
  let text = strings[0]!
  for (let index = 0; index < holes.length; index++) {
    const hole = holes[index]!
    text += hole instanceof Fragment ? hole.render(parameters) : `$${parameters.push(hole)}`
    text += strings[index + 1]!
  }
  return text
}

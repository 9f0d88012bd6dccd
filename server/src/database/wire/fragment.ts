// A fragment is a part of a statement, with its own parameters, that is interpolated into another template. It is never sent
// by itself, so it has a separate tag and belongs to no session.

import type { Parameter } from './request.ts'

export type Hole = Parameter | Fragment

export class Fragment {
  /** Returns the text and appends its parameters to those of the statement. */
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

/** A constant in the statement's text, because the planner could not match a parameter with a partial index. */
export function integerLiteral(value: number): Fragment {
  if (!Number.isSafeInteger(value)) throw new TypeError('not a whole number')
  return new Fragment(() => String(value))
}

/** An interpolated fragment becomes text. Everything else is a parameter and never becomes text. */
export function renderTemplate(strings: TemplateStringsArray, holes: readonly Hole[], parameters: Parameter[]): string {
  let text = strings[0]!
  for (let index = 0; index < holes.length; index++) {
    const hole = holes[index]!
    text += hole instanceof Fragment ? hole.render(parameters) : `$${parameters.push(hole)}`
    text += strings[index + 1]!
  }
  return text
}

// Finds the template literals in a TypeScript source. It is not a parser, but knows comments, quotes and nesting, which
// is enough to tell SQL from prose.

export type Literal = { line: number; text: string }

/** Returns the outermost literals. A literal inside `${…}` is part of the text around it. */
export function templateLiterals(source: string): Literal[] {
  const found: Literal[] = []
  for (let at = 0; at < source.length; ) {
    const end = endOfToken(source, at)
    if (source[at] === '`')
      found.push({ line: source.slice(0, at).split('\n').length, text: source.slice(at + 1, end - 1) })
    at = end
  }
  return found
}

/** Returns the end of the comment, string or literal that begins here, or the next position for everything else. */
function endOfToken(source: string, at: number): number {
  const two = source.slice(at, at + 2)
  if (two === '//') return orEnd(source, source.indexOf('\n', at))
  if (two === '/*') return orEnd(source, source.indexOf('*/', at), 2)
  const character = source[at]
  if (character === "'" || character === '"') return endOfString(source, at)
  return character === '`' ? endOfTemplate(source, at) : at + 1
}

function orEnd(source: string, index: number, length = 0): number {
  return index < 0 ? source.length : index + length
}

/** A string ends at the end of the line at the latest, because a quote inside a regular expression opens no string. */
function endOfString(source: string, at: number): number {
  for (let i = at + 1; i < source.length && source[i] !== '\n'; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === source[at]) return i + 1
  }
  return at + 1
}

function endOfTemplate(source: string, at: number): number {
  for (let i = at + 1; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === '`') return i + 1
    else if (source.startsWith('${', i)) i = endOfHole(source, i + 2) - 1
  }
  return source.length
}

/** Returns the parts of a template between its `${…}` expressions. */
export function staticParts(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', from)) {
    parts.push(text.slice(from, at))
    from = endOfHole(text, at + 2)
  }
  return [...parts, text.slice(from)]
}

function endOfHole(source: string, at: number): number {
  let depth = 1
  for (let i = at; i < source.length; ) {
    if (source[i] === '{') depth++
    if (source[i] === '}' && --depth === 0) return i + 1
    i = endOfToken(source, i)
  }
  return source.length
}

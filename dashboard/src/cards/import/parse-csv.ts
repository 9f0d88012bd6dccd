// Reads CSV as spreadsheets write it: with quotes, commas, semicolons or tabs, a byte order mark and any line endings.

export type Line = { number: number; values: string[] }

/** Empty lines are left out; `number` counts all lines from 1, as an editor does. */
export function parseCsv(text: string): Line[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const lines: Line[] = []
  let values: string[] = []
  let value = ''
  let isQuoted = false
  let number = 1
  let begun = 1
  const endValue = () => {
    values.push(value)
    value = ''
  }
  const endLine = () => {
    endValue()
    if (values.some((each) => each.trim() !== ''))
      lines.push({ number: begun, values: values.map((each) => each.trim()) })
    values = []
    begun = number
  }
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!
    if (char === '\n' || (char === '\r' && source[at + 1] !== '\n')) number++
    if (isQuoted) {
      if (char !== '"') value += char
      else if (source[at + 1] === '"') value += source[at++]
      else isQuoted = false
    } else if (char === '"' && value.trim() === '') {
      value = ''
      isQuoted = true
    } else if (char === separator) endValue()
    else if (char === '\n' || (char === '\r' && source[at + 1] !== '\n')) endLine()
    else if (char !== '\r') value += char
  }
  endLine()
  return lines
}

/** Spreadsheets in many countries write semicolons. The separator is the one that occurs most often in the heading. */
function separatorOf(source: string): ',' | ';' | '\t' {
  const heading = source.split(/\r?\n|\r/, 1)[0]!
  const counts = ([',', ';', '\t'] as const).map((char) => ({ char, count: heading.split(char).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).char
}

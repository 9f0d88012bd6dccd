// The texts that people read, line by line, with the place where each line stands.

import { filesIn, isTest, textOf } from './repository-files.ts'

export type Line = { where: string; text: string }

/** The texts of a folder's sources: no comments and no names of variables, which a contract may have fixed. */
export function codeTexts(folder: string): Line[] {
  return filesIn(folder, /\.tsx?$/)
    .filter((path) => !isTest(path))
    .flatMap((path) => textsOf(path, textOf(path)))
}

export function textsOf(path: string, source: string): Line[] {
  const lines = source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))
  return numbered(path, lines.map(spoken))
}

const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`?/g
/** Words of a page between or outside of its elements: `>Text<`, or a line that is nothing but text. */
const OF_A_PAGE = />([^<>{}=]*)<|^\s*([A-Z“(]?[^<>{}=;]*)$/g

/** What a line of code says to people: quoted text and the text of a page. A single lower-case word is a name. */
function spoken(line: string): string {
  const quoted = [...line.matchAll(QUOTED)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  const ofPage = quoted.length > 0 ? [] : [...line.matchAll(OF_A_PAGE)].map((match) => match[1] ?? match[2] ?? '')
  return [...quoted, ...ofPage]
    .map((text) => text.replace(/\$\{[^}]*\}/g, ' … '))
    .filter((text) => / /.test(text.trim()) || /^[A-Z]/.test(text))
    .join(' | ')
}

/** The documents without samples and without names from code. The table of words to avoid is not read. */
export function proseLines(): Line[] {
  const paths = [...filesIn('docs', /\.md$/), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  return paths.flatMap((path) => {
    const prose = textOf(path)
      .replace(/```[\s\S]*?```/g, (sample) => sample.replace(/[^\n]/g, ''))
      .replace(/^## Words on pages$[\s\S]*?(?=^## )/m, (table) => table.replace(/[^\n]/g, ''))
      .replace(/`[^`\n]*`/g, '')
      .replace(/\]\([^)\s]*\)/g, ']')
      .split('\n')
    return numbered(
      path,
      prose.map((line) => line.replace(/^ {4}.*/, '')),
    )
  })
}

/** Summaries and descriptions of the reference. */
export function descriptionLines(): Line[] {
  const found: Line[] = []
  const read = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, part] of Object.entries(value)) {
      const isText = (name === 'description' || name === 'summary') && typeof part === 'string'
      if (isText) found.push({ where, text: part.replace(/`[^`]*`/g, '') })
      else read(part, `${where}/${name}`)
    }
  }
  read(JSON.parse(textOf('openapi.json')), 'openapi.json')
  return found
}

const NAME_OF_TEST = /^\s*(?:await )?(?:\w+\.)?(?:test|describe|it)\(\s*(['"`].*)$/

export function testNameLines(): Line[] {
  return ['server', 'cli', 'dashboard', 'sdks/node', 'scripts', 'bench'].flatMap((folder) =>
    filesIn(folder, /\.test\.ts$/).flatMap((path) => {
      const names = textOf(path)
        .split('\n')
        .map((line) => NAME_OF_TEST.exec(line)?.[1] ?? '')
      return numbered(path, names)
    }),
  )
}

function numbered(path: string, lines: string[]): Line[] {
  return lines.map((text, at) => ({ where: `${path}:${at + 1}`, text }))
}

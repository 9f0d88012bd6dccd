// The SQL statements in the sources, as patterns that match the executed texts. A placeholder of a template matches
// anything.

import { isTest, sourceFiles, textOf } from '../repository/repository-files.ts'
import { staticParts, templateLiterals } from '../repository/template-literals.ts'
import { oneLine } from './record-statements.ts'

export type SourceStatement = { file: string; line: number; text: string; pattern: RegExp }

/** Statements that only change a setting of the connection touch no table. */
const STATEMENT = /^\s*(select (?!set_config\()|insert into |update |delete from |with )/

export function sourceStatements(): SourceStatement[] {
  return sourceFiles()
    .filter((file) => file.startsWith('server/src/') && !isTest(file))
    .flatMap((file) =>
      templateLiterals(textOf(file))
        .filter(({ text }) => STATEMENT.test(text) && oneLine(text).split(' ').length > 3)
        .map(({ line, text }) => ({ file, line, text: oneLine(text), pattern: patternOf(text) })),
    )
}

function patternOf(text: string): RegExp {
  const parts = staticParts(text).map((part) => part.replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*').replace(/^ | $/g, '').replaceAll(' .*', ' ?.*').replaceAll('.* ', '.* ?')}$`)
}

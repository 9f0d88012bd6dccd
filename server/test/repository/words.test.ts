// Texts for people are in plain English: phrases that were removed once must not return. docs/glossary.md has the words
// to use.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn, isTest, textOf } from './repository-files.ts'

/** Nowhere in a text of the service, of its pages or of the command line. */
const never = [
  /\bbegins? anew\b|\bbegan anew\b/i,
  /\belse it waits\b/i,
  /\bhave kept (it|them)\b/i,
  /\bgoes on with\b/i,
  /\bas on (its|the) first day\b/i,
  /\bplay money\b/i,
  /\btold of what\b/i,
  /\bis not for it\b/i,
  /\bwhat it came to\b/i,
]
/** Not on pages and not in the command line either, which are read by more people than the reference. */
const notOnPages = [
  /\banew\b/i,
  /\bfor good\b/i,
  /\bmeanwhile\b/i,
  /\bwhoever\b/i,
  /\bat hand\b/i,
  /\bso much a (day|month)\b/i,
  /\bwhat came of\b/i,
  /\bevery look\b/i,
  /\bthat it is you\b/i,
  /\bplay with\b/i,
  /\bgo on\b/i,
  /\bleft empty\b/i,
]
const slots: [folder: string, phrases: RegExp[]][] = [
  ['dashboard/src', [...never, ...notOnPages]],
  ['cli/src', [...never, ...notOnPages]],
  ['server/src', never],
]

test('no text of pages, errors or the command line holds a phrase that nobody says', () => {
  const faults = slots.flatMap(([folder, phrases]) =>
    filesIn(folder, /\.tsx?$/)
      .filter((path) => !isTest(path))
      .flatMap((path) =>
        linesOf(textOf(path)).flatMap((line, at) =>
          phrases.filter((phrase) => phrase.test(line)).map((phrase) => `${path}:${at + 1}: ${phrase.source}`),
        ),
      ),
  )
  assert.deepEqual(faults, [])
})

test('a phrase is found in a text and not in a comment', () => {
  const lines = linesOf("const title = 'Begin anew' // begins anew\n/* I have kept\n it */ const hint = 'goes on with'")
  assert.equal(lines.filter((line) => never.some((phrase) => phrase.test(line))).length, 2)
})

/** Without comments, line by line. */
function linesOf(text: string): string[] {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))
}

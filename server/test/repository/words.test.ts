// Texts for people are in plain English: phrases that were removed once must not return. docs/glossary.md has the words
// to use.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeTexts, descriptionLines, type Line, proseLines, testNameLines, textsOf } from './texts.ts'

/** Nobody says these, in no text of the service, of its pages, of the reference or of the command line. */
const never = [
  /\bbegins? anew\b|\bbegan anew\b/i,
  /\belse it waits\b/i,
  /\bhave kept (it|them)\b/i,
  /\bgoes on with\b/i,
  /\bas on (its|the) first day\b/i,
  /\bplay money\b/i,
  /\btold of what\b/i,
  /\btold at once\b/i,
  /\bis not for it\b/i,
  /\bwhat it came to\b/i,
]
/** Words of our own that the industry has other words for: check, callback, apply, deferred, update, preview. */
const dialect = [
  /\bjudg(e|es|ed|ing|ement)\b/i,
  /\bdoors?\b/i,
  /\b(un)?fold(s|ed|ing)?\b/i,
  /\bparked\b/i,
  /\bnews\b/i,
  /\bforesee(s|n|ing)?\b/i,
]
/** Said in a roundabout way. */
const odd = [
  /\banew\b/i,
  /\bfor good\b/i,
  /\bmeanwhile\b/i,
  /\bwhoever\b/i,
  /\bat hand\b/i,
  /\bat once\b/i,
  /\bby (itself|themselves)\b/i,
  /\b(that|which|who) (is|are) none\b/i,
  /\bwhat came of\b/i,
  /\bgo(es)? on (waiting|with)\b/i,
]
/** Not on pages and not in the command line, which are read by more people than the reference. */
const notOnPages = [
  /\bso much a (day|month)\b/i,
  /\bevery look\b/i,
  /\bthat it is you\b/i,
  /\bplay with\b/i,
  /\bgo on\b/i,
  /\bleft empty\b/i,
  /(^|['"`>.] ?)Empty: /,
  /\b(is|are) told\b/i,
]

type Source = {
  name: string
  lines: () => Line[]
  phrases: RegExp[]
}

const inTexts = [...never, ...dialect, ...odd]
const onPages = [...inTexts, ...notOnPages]
const sources: Source[] = [
  { name: 'no text of the dashboard', lines: () => codeTexts('dashboard/src'), phrases: onPages },
  { name: 'no text of the command line', lines: () => codeTexts('cli/src'), phrases: onPages },
  {
    name: "no text of the operator's commands",
    lines: () => codeTexts('server/src/operator'),
    phrases: onPages,
  },
  { name: 'no text of the service', lines: () => codeTexts('server/src'), phrases: never },
  {
    name: 'no description in the reference',
    lines: descriptionLines,
    phrases: inTexts,
  },
  { name: 'no document', lines: proseLines, phrases: inTexts },
  {
    name: 'no name of a test',
    lines: testNameLines,
    phrases: inTexts,
  },
]

for (const { name, lines, phrases } of sources)
  test(`${name} has a phrase that nobody says`, () => {
    assert.deepEqual(faultsIn(lines(), phrases), [])
  })

test('a phrase is found in a text and not in a comment', () => {
  const text = "const title = 'Begin anew' // begins anew\n/* I have kept\n it */ const hint = 'goes on with'"
  assert.equal(faultsIn(textsOf('page.ts', text), never).length, 2)
})

function faultsIn(lines: Line[], phrases: RegExp[]): string[] {
  return lines.flatMap(({ where, text }) =>
    phrases.filter((phrase) => phrase.test(text)).map((phrase) => `${where}: ${phrase.source}`),
  )
}

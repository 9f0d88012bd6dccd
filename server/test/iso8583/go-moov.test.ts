// moov-io/iso8583 is a codec by other people. It writes the bytes that we write, and reads them as we do.

import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { shippedDialect } from '../../src/iso8583/dialects.ts'
import { runProgram } from '../code-samples/samples.ts'
import { folderWith } from '../folder-with.ts'
import { agreesWith } from './exchange.ts'
import { messages } from './messages.ts'

const SOURCE = fileURLToPath(new URL('moov', import.meta.url))
const program = join(folderWith({}), 'moov-peer')

/** moov-io/iso8583 packs no separator of a track and no sign of an amount; pyiso8583 does the former. */
const withoutTracks = messages.filter(({ fields }) => !fields.has(35) && !fields.has(28))

before(() => runProgram('go', ['build', '-buildvcs=false', '-o', program, '.'], SOURCE))

for (const [name, exchanged] of [
  ['iso87-ascii', messages],
  ['iso87-ascii-binary-bitmap', messages],
  ['iso87-binary', withoutTracks],
] as const)
  test(`moov-io/iso8583 and our codec agree on the bytes of ${name}`, () =>
    agreesWith([program], shippedDialect(name)!, exchanged))

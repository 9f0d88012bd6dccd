// pyiso8583 is a codec by other people. It writes the bytes that we write, and reads them as we do.

import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { shippedDialect } from '../../src/iso8583/dialects.ts'
import { ebcdic } from './dialects.ts'
import { agreesWith } from './exchange.ts'
import { messages, messages93 } from './messages.ts'

const RUN = fileURLToPath(new URL('../../../sdks/python/run', import.meta.url))
const PEER = fileURLToPath(new URL('pyiso8583_peer.py', import.meta.url))
const command = ['sh', RUN, 'python', PEER]

/** pyiso8583 has no field of a sign before packed digits. */
const withoutFee = messages.filter(({ fields }) => !fields.has(28))

for (const [name, exchanged] of [
  ['iso87-ascii', messages],
  ['iso87-ascii-binary-bitmap', messages],
  ['iso87-binary', withoutFee],
  ['iso93-ascii', messages93],
] as const)
  test(`pyiso8583 and our codec agree on the bytes of ${name}`, () =>
    agreesWith(command, shippedDialect(name)!, exchanged))

test('pyiso8583 and our codec agree on the bytes of a dialect in EBCDIC', () => agreesWith(command, ebcdic, messages))

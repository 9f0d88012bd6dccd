import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CARD_NUMBER, messages } from '../../../test/iso8583/messages.ts'
import { cardwright, fails, succeeds, temporaryFolder } from '../../../test/operator/operator-fixture.ts'
import { programFile } from '../../../test/program.ts'
import { shippedDialect } from '../../iso8583/dialects.ts'
import { encode } from '../../iso8583/encode.ts'
import { writeFrame } from '../../iso8583/frame.ts'

const ascii = shippedDialect('iso87-ascii')!
const binary = shippedDialect('iso87-binary')!
const MAIN = programFile('server/src/operator/main.ts')
const folder = temporaryFolder()
const bytes = encode(ascii, messages[0]!)
const describe = (...args: string[]) => succeeds(['network', 'describe', ...args], {})

function fileWith(name: string, content: Buffer | string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('a message in hexadecimal is shown as a table, without its card number', async () => {
  const shown = await describe(bytes.toString('hex'))
  assert.match(shown, /^dialect iso87-ascii, without its frame\n\nOFFSET {2}BYTES {2}FIELD {3}VALUE +NAME\n/)
  assert.match(shown, /\n20 +18 +2 +411111••••••1111 +Primary account number\n/)
  assert.match(shown, /\n\nOur own encoder writes the same bytes\.\n$/)
  assert.ok(!shown.includes(CARD_NUMBER))
})

test('the same message is found in a file, with its frame, in groups, and as text', async () => {
  const whole = await describe(bytes.toString('hex'))
  const groups = bytes.toString('hex').replace(/..(?=.)/g, '$&:')
  assert.equal(await describe(fileWith('raw', bytes)), whole)
  assert.equal(await describe(fileWith('hex.txt', `${groups}\n`)), whole)
  assert.equal(await describe(bytes.toString('latin1')), whole)
  assert.match(
    await describe(fileWith('frame', writeFrame(ascii, bytes, Buffer.alloc(0)))),
    /^dialect iso87-ascii, with its frame\n/,
  )
})

test('a message on standard input is read too', () => {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, 'network', 'describe', '-'], {
    input: bytes,
    encoding: 'utf8',
  })
  assert.equal(status, 0)
  assert.match(stdout, /\n20 +18 +2 +411111••••••1111 /)
})

test('digits that could be hexadecimal are read as text if only that is a message', async () => {
  const echo = encode(ascii, {
    mti: '0800',
    fields: new Map([
      [7, '1118104500'],
      [11, '000001'],
    ]),
  })
  assert.match(await describe(echo.toString('latin1')), /\n0 +4 +MTI +0800 +network management request\n/)
})

test('the dialect is one of ours, or a table in a file', async () => {
  const packed = encode(binary, messages[0]!).toString('hex')
  assert.match(await describe('--dialect', 'iso87-binary', packed), /same bytes\.\n$/)
  const table = fileWith(
    'own.json',
    JSON.stringify({ name: 'own', base: 'iso87-binary', fields: { '43': { show: 'never', parts: null } } }),
  )
  const shown = await describe('--dialect', table, packed)
  assert.match(shown, /^dialect own, /)
  assert.match(shown, / 43 +\(40 characters, not shown\) /)
})

test('JSON is for programs', async () => {
  const described = JSON.parse(await describe('--json', bytes.toString('hex')))
  assert.deepEqual(
    [described.dialect, described.framed, described.error, described.differs_at],
    ['iso87-ascii', false, null, null],
  )
  assert.deepEqual(described.pieces[0], {
    offset: 0,
    bytes: 4,
    field: 'MTI',
    name: 'authorization request',
    value: '0100',
  })
})

test('a message that does not match ends with 1, after what could be read', async () => {
  const cut = bytes.subarray(0, 60).toString('hex')
  const { code, out } = await cardwright(['network', 'describe', cut])
  assert.equal(code, 1)
  assert.match(
    out,
    /411111••••••1111 [\s\S]*\n\nnot decoded further: field 7 at byte 56: expected 10 bytes of the value, found 4 bytes\n$/,
  )
  const { error } = JSON.parse((await cardwright(['network', 'describe', '--json', cut])).out)
  assert.deepEqual(error, { field: '7', offset: 56, expected: '10 bytes of the value', found: '4 bytes' })
})

test('what was called wrongly is told without the message', async () => {
  const given = ['network', 'describe']
  assert.match(
    await fails([...given, '--dialect', 'visa', '00'], {}, 2),
    /--dialect must be one of iso87-ascii, .*; "visa" is neither/,
  )
  const wrong = fileWith('wrong.json', '{"name": "x"}')
  assert.match(await fails([...given, '--dialect', wrong, '00'], {}), /wrong\.json: \/ must have required properties/)
  const unfinished = fileWith('unfinished.json', '{')
  assert.match(await fails([...given, '--dialect', unfinished, '00'], {}), /unfinished\.json is not JSON/)
  assert.match(await fails([...given, '--dialect', join(folder, 'gone.json'), '00'], {}), /gone\.json does not exist/)
  assert.match(await fails([...given, fileWith('empty', '')], {}), /there is no message to describe/)
  const said = await fails([...given, `pan=${CARD_NUMBER}`], {})
  assert.equal(said, 'cardwright: the message is neither hexadecimal nor a file that exists\n')
})

// An error that prevents the start of the service is reported in one sentence that names the setting, and a later start
// finds nothing unfinished.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { environmentOf, fails } from '../operator/operator-fixture.ts'
import { StartedProgram } from './started-program.ts'

async function busyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

/**
 * Returns the last line of a start that must fail. It is one sentence, without a stack. On a busy machine a background task may have
 * run out of time before and have said so in a line of its own.
 */
async function refusal(env: Record<string, string | undefined>): Promise<string> {
  const program = new StartedProgram(env)
  assert.equal(await program.ended(), 1, program.said)
  assert.doesNotMatch(program.said, /\n\s+at /)
  const { msg, stack } = JSON.parse(program.said.trim().split('\n').at(-1)!)
  assert.equal(stack, undefined, program.said)
  return msg
}

for (const processes of ['1', '2'])
  test(`a first start on a port in use names PORT, and the next start shows the key (processes: ${processes})`, {
    timeout: 400_000,
  }, async () => {
    const env = { ...environmentOf(await testDatabase()), CARDWRIGHT_PROCESSES: processes }
    const port = await busyPort()
    assert.equal(
      await refusal({ ...env, PORT: String(port) }),
      `cannot listen on port ${port} of 127.0.0.1 (PORT): another program listens there; stop it, or set another port`,
    )
    const again = new StartedProgram(env)
    const url = await again.url()
    const key = again.key
    assert.match(String(key), /^sk_test_/)
    const cards = await fetch(`${url}/v1/cards`, {
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
    })
    assert.equal(cards.status, 200)
    assert.equal(await again.stop(), 0)
  })

test('a start with a processor port that is in use names PROCESSOR_PORT', { timeout: 400_000 }, async () => {
  const port = String(await busyPort())
  const env = { ...environmentOf(await testDatabase()), PROCESSOR_PORT: port }
  assert.match(await refusal(env), new RegExp(`^cannot listen on port ${port} of 127.0.0.1 \\(PROCESSOR_PORT\\)`))
})

test('an unknown LOG_LEVEL ends a start and a command with one sentence', { timeout: 400_000 }, async () => {
  const env = { ...environmentOf(await testDatabase()), LOG_LEVEL: 'verbose' }
  const sentence = 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'
  assert.equal(await refusal(env), sentence)
  assert.equal(await fails(['keys', 'list'], env), `cardwright: ${sentence}\n`)
})

test('a rejected database login names the user and the setting that it comes from', { timeout: 400_000 }, async () => {
  const env = environmentOf(await testDatabase())
  const wrong = { ...env, PGUSER: 'nobody_here', PGPASSWORD: 'wrong' }
  const sentence =
    'the database refused the user "nobody_here" of DATABASE_URL: password authentication failed for user "nobody_here"'
  assert.equal(await refusal(wrong), sentence)
  assert.equal(await fails(['keys', 'list'], wrong), `cardwright: ${sentence}\n`)
  const owner = { ...env, DATABASE_OWNER_URL: ownerUrl(env, 'not_the_owner') }
  assert.match(
    await fails(['migrate'], owner),
    /^cardwright: the database refused the user "not_the_owner" of DATABASE_OWNER_URL: password authentication failed/,
  )
})

test('a database URL without a user means the user of the operating system', { timeout: 400_000 }, async () => {
  const env = { ...environmentOf(await testDatabase()), PGUSER: undefined, PGPASSWORD: 'wrong' }
  const { username } = userInfo()
  const sentence = `the database refused the user "${username}" (DATABASE_URL names no user, so it is the operating system's): password authentication failed for user "${username}"`
  assert.equal(await refusal({ ...env, USER: 'another', LOGNAME: 'another' }), sentence)
  assert.equal(await fails(['keys', 'list'], env), `cardwright: ${sentence}\n`)
})

function ownerUrl({ DATABASE_URL, PGHOST, PGPORT }: Record<string, string | undefined>, user: string): string {
  return `${DATABASE_URL}?host=${encodeURIComponent(PGHOST!)}&port=${PGPORT}&user=${user}&password=wrong`
}

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ApiConnectionError } from '../../sdks/node/src/index.ts'
import { program as operatorProgram } from '../../server/src/operator/program.ts'
import { startTestService } from '../../server/test/harness.ts'
import { environmentOf, cardwright as operator } from '../../server/test/operator/operator-fixture.ts'
import { commands } from '../src/commands.ts'
import { failureOf } from '../src/failures.ts'
import { helpOf } from '../src/framework/help.ts'
import { operatorCommands } from '../src/operator.ts'
import { wantsColour } from '../src/output.ts'
import { program } from '../src/program.ts'
import { environmentFor, fails, json, MAIN, run, startReally, succeeds } from './cli-fixture.ts'
import { endOf, runningOf } from './running-program.ts'

const service = await startTestService()
const LAUNCHER = fileURLToPath(new URL('../bin/cardwright.js', import.meta.url))
const env = environmentFor()

test('every command prints its help without a key', async () => {
  const all = await succeeds(['--help'], env)
  for (const { name } of [...commands, ...operatorCommands]) assert.ok(all.includes(`\n  ${name}`), name)
  for (const command of commands)
    assert.ok(helpOf(program, command).includes(`  cardwright ${command.name}`), command.name)
  assert.match(await succeeds(['cards', '--help'], env), /cards create/)
  assert.match(await succeeds(['help', 'cards', 'fund'], env), /cardwright cards fund CARD AMOUNT/)
  assert.equal(await succeeds([], env), all)
  const version = await succeeds(['--version'], env)
  assert.match(version, /^cardwright \d+\.\d+\.\d+\n$/)
  assert.equal(execFileSync(process.execPath, [LAUNCHER, '--version'], { encoding: 'utf8' }), version)
})

test('a wrong call ends with 2 and suggests the right one', async () => {
  assert.match(await fails(['crads', 'list'], env, 2), /there is no command "crads"; did you mean "cards"\?/)
  assert.match(await fails(['cards', 'creat'], env, 2), /no command "cards creat"; did you mean "cards create"\?/)
  assert.match(await fails(['cards'], env, 2), /choose one of: cards create, cards list/)
  assert.match(await fails(['qqqqqqqq'], env, 2), /no command "qqqqqqqq"; see cardwright --help/)
  assert.match(await fails(['kyes', 'list'], env, 2), /did you mean "keys"\?/)
  assert.match(await fails(['cards', 'list', '--staus', 'x'], env, 2), /no option --staus; did you mean --status\?/)
  assert.match(await fails(['cards', 'get'], env, 2), /cards get needs CARD/)
  assert.match(await fails(['cards', 'get', 'a', 'b'], env, 2), /cards get takes no argument "b"/)
  assert.match(await fails(['cards', 'create', '--amount', '5'], env, 2), /cards create needs --bin BIN/)
  assert.match(await fails(['wallet', 'balance'], env, 2), /has no key; run cardwright login/)
  const key = { ...env, CARDWRIGHT_API_KEY: 'sk_test_x' }
  assert.match(await fails(['cards', 'fund', 'a', '1.005'], key, 2), /AMOUNT must be an amount in USD/)
})

test('the started program has the same output and exit code as a call in this process', async () => {
  const args = ['cards', 'creat']
  const called = await run(args, env)
  assert.equal(called.code, 2)
  assert.deepEqual(await endOf(startReally(args, env)), called)
})

test('the program ends with 0 when the reader of its output closes the pipe', async () => {
  const { key } = await service.workspace()
  const child = startReally(['bins', 'list', '--json'], environmentFor({ url: service.url, key }))
  child.stdout.destroy()
  assert.deepEqual(await child.ended, 0)
})

test('the program lists and runs the commands of the operator', async () => {
  const own = operatorProgram.commands.map(({ name, summary }) => ({ name, summary }))
  assert.deepEqual(operatorCommands, own)
  for (const args of [['keys', 'create', '--help'], ['keys'], ['migrate', 'now']])
    assert.deepEqual(await endOf(startReally(args, env)), await operator(args))
})

test('a command of the operator reads the database of the service', async () => {
  const { key } = await service.workspace()
  const { code, out, err } = await endOf(startReally(['keys', 'list'], environmentOf(service.connection)))
  assert.equal(code, 0, err)
  assert.ok(out.includes(`sk_test_…${key.slice(-4)}`), out)
})

test('login checks a key and saves it in a file that only its owner can read', async () => {
  const user = environmentFor()
  const { key } = await service.workspace()
  const address = ['--base-url', `${service.url}/v1`]
  const said = await run(['login', ...address], user, `${key}\n`)
  assert.equal(said.code, 0, said.err)
  assert.ok(!`${said.out}${said.err}`.includes(key), `${said.out}${said.err}`)
  const file = join(user.XDG_CONFIG_HOME!, 'cardwright/config.json')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal((await json(['wallet', 'balance'], user)).balance, 0)

  const other = await service.fundedWorkspace(100)
  chmodSync(file, 0o644)
  await succeeds(['login', '--profile', 'second', ...address], user, other.key)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const { balance } = await json(['wallet', 'balance'], user)
  assert.ok(balance >= 100, `balance ${balance}`)
  assert.equal((await json(['wallet', 'balance', '--profile', 'default'], user)).balance, 0)
  assert.equal((await json(['--profile', 'default', 'wallet', 'balance'], user)).balance, 0)
  await succeeds(['profiles', 'use', 'default'], user)
  assert.equal((await json(['wallet', 'balance'], user)).balance, 0)
  const overridden = await json(['wallet', 'balance'], { ...user, CARDWRIGHT_API_KEY: other.key })
  assert.ok(overridden.balance >= 100, `balance ${overridden.balance}`)

  const list = await succeeds(['profiles', 'list'], user)
  assert.match(list, /^default +yes +sandbox +sk_test_…\w{4} /m)
  assert.ok(!list.includes(key), list)
  await succeeds(['logout', '--profile', 'second'], user)
  assert.match(await fails(['profiles', 'use', 'second'], user), /no profile "second"; there are default/)

  const before = readFileSync(file, 'utf8')
  const wrong = await run(['login', ...address], user, `sk_test_${'x'.repeat(32)}`)
  assert.equal(wrong.code, 1)
  assert.equal(readFileSync(file, 'utf8'), before)
})

test('an invalid config file is reported and not overwritten', async () => {
  const user = environmentFor()
  mkdirSync(join(user.XDG_CONFIG_HOME!, 'cardwright'), { recursive: true })
  writeFileSync(join(user.XDG_CONFIG_HOME!, 'cardwright/config.json'), 'not json')
  assert.match(await fails(['wallet', 'balance'], user), /is not a config file of cardwright/)
})

test('a time-out is described by its message, not by the error code of an abort', () => {
  const cause = new DOMException('aborted', 'AbortError')
  const failure = failureOf(new ApiConnectionError('no answer within 30 s', { cause }))
  assert.match(failure!.message, /cannot be reached \(no answer within 30 s\)/)
})

test('output is coloured only on a terminal without NO_COLOR', async (t) => {
  assert.deepEqual(
    [wantsColour({ isTTY: true }, {}), wantsColour({ isTTY: true }, { NO_COLOR: '1' }), wantsColour({}, {})],
    [true, false, false],
  )
  if (spawnSync('script', ['--version']).status !== 0) {
    assert.notEqual(process.env.CI, 'true', 'script(1) of util-linux plays the terminal')
    return t.diagnostic('script(1) is not here to play a terminal')
  }
  const { key } = await service.fundedWorkspace(50)
  const user = { ...environmentFor({ url: service.url, key }), TERM: 'xterm', PATH: process.env.PATH! }
  const onTerminal = async (given: Record<string, string> = {}) => {
    const command = `'${process.execPath}' '${MAIN}' wallet balance`
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...user, ...given } })
    return (await endOf(runningOf(child))).out
  }
  const [coloured, plain] = [await onTerminal(), await onTerminal({ NO_COLOR: '1' })]
  assert.ok(coloured.includes('\u001b['), coloured)
  assert.ok(!plain.includes('\u001b['), plain)
})

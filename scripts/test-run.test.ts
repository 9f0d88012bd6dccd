import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'cardwright-run-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// This is more time than a file may take to end.
const LIMIT_MS = 8_000
const HEALTHY = "test('healthy', () => {})"

type Outcome = { passed: number; failed: number; skipped: number }

/**
 * The counts of a run of files with these bodies, file by file. It needs its own process, because a test run inside a
 * test run does nothing.
 */
function run(bodies: string[]): Outcome[] {
  const files = bodies.map((body, index) => {
    const file = join(folder, `${index}.test.ts`)
    writeFileSync(file, `import { after, test } from 'node:test'\nimport { createServer } from 'node:net'\n${body}\n`)
    return file
  })
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import { runBatch } from ${here('test-run.ts')}
    import { countOf } from ${here('test-report.ts')}
    const signal = new AbortController().signal
    const results = await runBatch(${JSON.stringify(files)}, { signal, limitMs: ${LIMIT_MS} })
    console.log('\\n' + JSON.stringify(results.map(countOf)))`
  const runner = join(folder, 'runner.ts')
  writeFileSync(runner, program)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [runner], { env, encoding: 'utf8' })
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!)
}

const cases: [what: string, body: string, passed: number, failed: number, skipped?: number][] = [
  ['passing and failing tests', "test('a', () => {}); test('b', () => { throw new Error('no') })", 1, 1],
  ['a skipped test', "test('a', () => {}); test('b', { skip: 'why' }, () => {})", 1, 0, 1],
  ['a file that cannot be loaded', "throw new Error('no')", 0, 1],
  ['a file without a test', '', 0, 1],
  ['a file that exits early with an exit code', "test('a', () => process.exit(3)); test('b', () => {})", 0, 1],
  ['a file that exits early with code 0', "test('a', () => process.exit(0))\ntest('b', () => {})", 0, 1],
  ['a promise that never settles', "test('a', () => new Promise(() => {}))", 0, 1],
  ['a handle that is left open', "test('a', () => { createServer().listen(0) })", 1, 1],
  ['an environment variable that is left behind', "test('a', () => { process.env.LEFT_BEHIND = 'yes' })", 1, 1],
  ['a listener that is left behind', "test('a', () => { process.on('warning', () => {}) })", 1, 1],
  ['a changed working directory', "test('a', () => process.chdir('/'))", 1, 1],
  ['a hook that fails', "after(() => { throw new Error('no') })\ntest('a', () => {})", 1, 1],
  ['a hook that never ends', "after(() => new Promise(() => createServer().listen(0)))\ntest('a', () => {})", 1, 1],
  ['an error after its test', "test('a', async () => { queueMicrotask(() => { throw new Error('no') }) })", 1, 1],
  [
    'an error that nothing catches',
    "test('a', () => { setImmediate(() => { throw new Error('no') }); return new Promise(() => {}) })",
    0,
    1,
  ],
  [
    'a rejection that nothing catches',
    "test('a', () => { Promise.reject('no'); return new Promise(setImmediate) })",
    0,
    1,
  ],
  ['an endless loop', "test('a', () => { for (;;) {} })", 0, 1],
]

for (const [what, body, passed, failed, skipped = 0] of cases) {
  test(`the runner counts ${what} correctly, and the files before and after are not affected`, () => {
    const healthy = { passed: 1, failed: 0, skipped: 0 }
    assert.deepEqual(run([HEALTHY, body, HEALTHY]), [healthy, { passed, failed, skipped }, healthy])
  })
}

test('a fixture is loaded again for each test file', () => {
  writeFileSync(join(folder, 'counting-fixture.ts'), 'let count = 0\nexport const next = () => ++count\n')
  const body = `import { next } from './counting-fixture.ts'
    test('the counter starts at one', () => { if (next() !== 1) throw new Error('the counter did not start at one') })`
  const one = { passed: 1, failed: 0, skipped: 0 }
  assert.deepEqual(run([body, body]), [one, one])
})

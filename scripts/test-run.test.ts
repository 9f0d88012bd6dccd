import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'cardwright-run-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const LIMIT_MS = 2_000

/** What a run of one file with this body counts. In a process of its own: a test run inside a test run does nothing. */
function count(body: string): unknown {
  const file = join(folder, 'sample.test.ts')
  writeFileSync(file, `import { test } from 'node:test'\n${body}\n`)
  const runner = join(folder, 'runner.ts')
  const program = `
    import { writeSync } from 'node:fs'
    import { runTests } from ${JSON.stringify(new URL('test-run.ts', import.meta.url).href)}
    const count = await runTests([${JSON.stringify(file)}], new AbortController().signal, ${LIMIT_MS})
    writeSync(1, '\\n' + JSON.stringify(count))`
  writeFileSync(runner, program)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [runner], { env, encoding: 'utf8' })
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!)
}

const cases: [what: string, body: string, passed: number, failed: number][] = [
  ['passes and failures', "test('a', () => {}); test('b', () => { throw new Error('no') })", 1, 1],
  ['a test left out is neither', "test('a', () => {}); test('b', { skip: 'why' }, () => {})", 1, 0],
  ['a file that cannot be loaded', "throw new Error('no')", 0, 1],
  ['a file that ends in the middle with a code', "test('a', () => process.exit(3)); test('b', () => {})", 0, 1],
  ['a file that ends in the middle without one', "test('a', () => process.exit(0))\ntest('b', () => {})", 0, 1],
  ['a promise that never settles', "test('a', () => new Promise(() => {}))", 0, 1],
  [
    'a handle left open',
    "import { createServer } from 'node:net'\ntest('a', () => { createServer().listen(0) })",
    1,
    1,
  ],
  [
    'a hook that never ends',
    "import { after } from 'node:test'\nimport { createServer } from 'node:net'\nafter(() => new Promise(() => createServer().listen(0)))\ntest('a', () => {})",
    1,
    1,
  ],
  ['an endless loop', 'for (;;) {}', 0, 1],
]

for (const [what, body, passed, failed] of cases) {
  test(`the count is right: ${what}`, () => {
    assert.deepEqual(count(body), { passed, failed })
  })
}

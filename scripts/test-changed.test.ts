import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { affectedBy } from './test-changed.ts'
import { findTestFiles } from './test-files.ts'

const all = findTestFiles([])
const luhn = 'server/src/vault/luhn.test.ts'
const money = 'server/src/money.test.ts'
const contract = 'server/test/contract/cards.test.ts'
const kill = 'server/test/money/kill.test.ts'
const dashboard = 'dashboard/test/cards.test.ts'
const goLibrary = 'sdks/go/go.test.ts'
const goContract = 'sdks/contract/go-contract.test.ts'
const nodeContract = 'sdks/contract/node-contract.test.ts'
const guide = 'server/test/webhook-guide/guide.test.ts'
const deploy = 'server/test/deploy/dockerfile.test.ts'
/** This test reads every file of the repository. */
const documents = 'server/test/repository/documents.test.ts'

/** Running more tests than necessary is only slow, but tests unrelated to a change should not run. */
const cases: [changed: string, must: string[], mustNot: string[]][] = [
  ['server/src/vault/luhn.ts', [luhn, contract, kill, dashboard, nodeContract], [money]],
  ['server/src/vault/luhn.test.ts', [luhn], [money, contract, dashboard]],
  ['server/src/main.ts', [kill], [luhn, contract, dashboard]],
  ['server/test/money/service-process.ts', [kill], [contract, dashboard]],
  ['server/migrations/0999_new.sql', [contract, kill, dashboard, goLibrary], [luhn, money]],
  ['dashboard/src/main.tsx', [dashboard], [contract, kill]],
  ['sdks/go/client.go', [goLibrary, goContract], [contract, dashboard]],
  ['sdks/node/src/client.ts', [nodeContract], [contract, dashboard, goLibrary]],
  ['sdks/contract/scenarios.json', [goLibrary, goContract, nodeContract], [contract, dashboard]],
  ['docs/guides/webhooks.md', [guide], [contract, dashboard, kill]],
  ['deploy/Dockerfile', [deploy], [contract, dashboard, kill]],
  ['bench/src/main.ts', [], [contract, dashboard, kill]],
]

for (const [changed, must, mustNot] of cases) {
  test(`a change of ${changed} runs the tests that it can affect and no unrelated ones`, () => {
    const found = affectedBy([changed], all)
    assert.deepEqual(
      [documents, ...must].filter((file) => !found.includes(file)),
      [],
    )
    assert.deepEqual(
      mustNot.filter((file) => found.includes(file)),
      [],
    )
  })
}

test('a change of the test runner, the lock file or an unknown file runs every test', () => {
  for (const changed of ['package-lock.json', 'scripts/test-run.ts', 'something-new.toml'])
    assert.equal(affectedBy([changed], all).length, all.length, changed)
})

test('no test runs when no file has changed', () => {
  assert.deepEqual(affectedBy([], all), [])
})

test('npm test -- --changed finds commits since a revision, edits and new files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-changed-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const runner = fileURLToPath(new URL('test.ts', import.meta.url))
  const ran = (...revision: string[]) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = [runner, '--only-tests', '--changed', ...revision]
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    return [...stdout.matchAll(/^✔ server\/src\/(\w+)\.test\.ts/gm)].map((match) => match[1]!).sort()
  }
  for (const place of ['dashboard', 'scripts', 'bench', 'sdks', 'cli']) write(`${place}/.keep`, '')
  for (const name of ['one', 'two', 'three']) {
    write(`server/src/${name}.ts`, 'export const value = 1\n')
    write(
      `server/src/${name}.test.ts`,
      `import { test } from 'node:test'\nimport { value } from './${name}.ts'\ntest('it is there', () => void value)\n`,
    )
  }
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=first')
  git('switch', '--quiet', '--create=topic')
  write('server/src/one.ts', 'export const value = 2\n')
  git('commit', '--quiet', '--all', '--message=second')
  assert.deepEqual(ran(), [])
  write('server/src/two.ts', 'export const value = 2\n')
  assert.deepEqual(ran(), ['two'])
  assert.deepEqual(ran('main'), ['one', 'two'])
  write('server/src/four.test.ts', "import { test } from 'node:test'\ntest('new', () => {})\n")
  assert.deepEqual(ran(), ['four', 'two'])
})

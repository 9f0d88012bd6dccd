// The published package works where it is installed, including on the oldest supported Node.

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestService } from '../../server/test/harness.ts'
import { newCard } from '../../server/test/money/books.ts'
import { environmentFor, temporaryFolder } from './cli-fixture.ts'
import { type Ended, endOf, runningOf } from './running-program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const service = await startTestService()
const folder = temporaryFolder()
const [library] = pack('sdks/node')
const [program, files] = pack('cli')
// The installation needs no registry: the two packages depend only on each other.
execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', library, program], {
  cwd: folder,
  stdio: 'ignore',
})

function pack(workspace: string): [file: string, files: string[]] {
  // The packages were built before the tests (scripts/test-parts.ts), once for all tests that pack them.
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const said = execFileSync('npm', args, { cwd: join(root, workspace) })
  const [{ filename, files }] = JSON.parse(said.toString())
  return [join(folder, filename), files.map(({ path }: { path: string }) => path)]
}

/** The Node that runs the tests, and the Node of the machine, which is often older. */
function nodes(): string[] {
  const places = process.env.PATH!.split(delimiter).filter((place) => !place.includes('node_modules'))
  const own = places.map((place) => join(place, 'node')).find((path) => existsSync(path))
  return [process.execPath, ...(own === undefined ? [] : [own])]
}

function cardwright(node: string, args: string[], env = environmentFor()): Promise<Ended> {
  const launcher = join(folder, 'node_modules/cardwright/bin/cardwright.js')
  return endOf(runningOf(spawn(node, [launcher, ...args], { env: { PATH: process.env.PATH, ...env } })))
}

test('the package contains JavaScript, its licence and its README, and nothing else', () => {
  assert.deepEqual(files.filter((path) => !/^dist\/[a-z/-]+\.js$/.test(path)).sort(), [
    'LICENSE',
    'README.md',
    'bin/cardwright.js',
    'package.json',
  ])
  execFileSync(join(root, 'node_modules/.bin/publint'), ['run', '--strict', program], { stdio: 'pipe' })
})

test('npm links the program into its bin folder', () => {
  const linked = join(folder, 'node_modules/.bin/cardwright')
  assert.match(execFileSync(linked, ['--version'], { encoding: 'utf8' }), /^cardwright \d+\.\d+\.\d+\n$/)
})

test('the tarballs can be installed as the guide says, in an empty folder', () => {
  const guide = readFileSync(join(root, 'docs/guides/command-line.md'), 'utf8')
  const [packing, installing] = /From tarballs,[\s\S]*?\n\n {4}(npm pack .*)\n {4}(npm install .*)\n/
    .exec(guide)!
    .slice(1)
  const place = temporaryFolder()
  const prefix = join(place, 'programs')
  const settings = { npm_config_pack_destination: place, npm_config_prefix: prefix, npm_config_offline: 'true' }
  // Without the build scripts of the packages: the packages are already built, and a build would disturb other tests.
  const env = { ...process.env, ...settings, npm_config_ignore_scripts: 'true' }
  execFileSync('sh', ['-c', packing!], { cwd: root, env, stdio: 'pipe' })
  assert.deepEqual(readdirSync(place).sort(), ['cardwright-0.1.0.tgz', 'cardwright-sdk-0.1.0.tgz'])
  execFileSync('sh', ['-c', installing!], { cwd: place, env, stdio: 'pipe' })
  const said = execFileSync(join(prefix, 'bin/cardwright'), ['--version'], { cwd: place, encoding: 'utf8' })
  assert.equal(said, 'cardwright 0.1.0\n')
})

for (const node of nodes()) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  test(`the installed program prints help and lists cards on Node ${version}`, async () => {
    const api = await service.fundedWorkspace(100)
    const card = await newCard(api, 10)
    const env = environmentFor({ url: service.url, key: api.key })
    assert.match((await cardwright(node, ['--help'])).out, /\n {2}cards create /)
    const list = await cardwright(node, ['cards', 'list'], env)
    assert.deepEqual([list.code, list.err], [0, ''])
    assert.ok(list.out.includes(card), list.out)
    assert.equal(JSON.parse((await cardwright(node, ['cards', 'get', card, '--json'], env)).out).balance, 10)
    const missing = await cardwright(node, ['cards', 'get', 'card_none'], env)
    assert.equal(missing.code, 1)
    assert.match(missing.err, /card_not_found/)
    assert.equal((await cardwright(node, ['__complete', 'cards', 'fr'])).out, 'freeze\n')
  })
}

test('the installed program says where commands of the operator run', async () => {
  const { code, err } = await cardwright(process.execPath, ['keys', 'list'])
  assert.equal(code, 1)
  assert.match(err, /in the folder of the service: npm run cardwright/)
})

test('the program uses only functions of Node 20', () => {
  const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2022 --lib es2023,dom,dom.iterable'
  const types = '--allowImportingTsExtensions --skipLibCheck --types node'
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, [...options.split(' '), ...types.split(' '), 'cli/src/main.ts'], { cwd: root })
  assert.equal(stdout.toString(), '')
})

// Runs the real runner on a machine that lacks a part: it leaves out the files that need the part, reports and counts
// them, and passes. With CI=true it fails.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findTestFiles } from './test-files.ts'
import { parts } from './test-parts.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** A test that needs no part, so that the run has something to pass. */
const ALWAYS = 'server/src/money.test.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-missing-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with Node and nothing else. */
function pathWithNode(): string {
  const folder = temporaryFolder()
  symlinkSync(process.execPath, join(folder, 'node'))
  return folder
}

/** A folder with every program of this machine except these. */
function pathWithout(names: Set<string>): string {
  const folder = temporaryFolder()
  const linked = new Set<string>()
  for (const place of [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)]) {
    for (const name of programsIn(place)) {
      if (names.has(name) || linked.has(name)) continue
      symlinkSync(join(place, name), join(folder, name))
      linked.add(name)
    }
  }
  return folder
}

function programsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // PATH may name folders that do not exist
  }
}

/** Links all files of the repository except this one into a new folder. If there is no such file, it returns the root. */
function repositoryWithout(path: string): string {
  if (!existsSync(join(root, path))) return root
  const copy = temporaryFolder()
  const steps = path.split('/')
  for (const [index, step] of steps.entries()) {
    const folder = steps.slice(0, index).join('/')
    mkdirSync(join(copy, folder), { recursive: true })
    for (const name of readdirSync(join(root, folder)).filter((each) => each !== step))
      symlinkSync(join(root, folder, name), join(copy, folder, name))
  }
  return copy
}

function run(
  cwd: string,
  path: string,
  ci: string | undefined,
  files: string[],
): Promise<{ code: number | null; said: string }> {
  const { NODE_TEST_CONTEXT: _, CI: __, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/test.ts', ...files], {
    cwd,
    env: { ...env, PATH: path, ...(ci && { CI: ci }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
}

const all = findTestFiles([])

for (const { name, questions, neededBy } of parts) {
  const files = all.filter((file) => neededBy.test(file))
  const programs = questions.flat().flatMap((word) => /^\w[\w-]*( |$)/.exec(word)?.[0].trim() ?? [])
  const isFile = questions.every((question) => question.length === 1)

  test(`without ${name} the runner skips its ${files.length} files and passes, but fails in CI`, async () => {
    const cwd = isFile ? repositoryWithout(questions[0]![0]!) : root
    const path = isFile ? process.env.PATH! : pathWithout(new Set(programs))
    const without = await run(cwd, path, undefined, [...files, ALWAYS])
    assert.equal(without.code, 0, without.said)
    const lines = without.said.trimEnd().split('\n')
    assert.match(lines.at(-1)!, new RegExp(`^\\d+ passed, 0 failed, ${files.length} skipped$`), without.said)
    assert.equal(lines.filter((line) => line.includes('is not installed')).length, 1, without.said)
    assert.ok(
      lines.some((line) => line.startsWith(`﹣ ${name} is not installed`)),
      without.said,
    )
    assert.ok(
      lines.some((line) => line.startsWith(`✔ ${ALWAYS}`)),
      without.said,
    )

    const inCi = await run(cwd, path, 'true', [...files, ALWAYS])
    assert.equal(inCi.code, 1, inCi.said)
    assert.match(inCi.said, /^\d+ passed, 1 failed, 0 skipped\n$/m, inCi.said)
  })
}

test('with only Node installed the runner skips the files of every missing program and passes', async () => {
  const isFile = ({ questions }: (typeof parts)[number]) => questions.every((question) => question.length === 1)
  const programs = parts.filter((part) => !isFile(part))
  const files = all.filter((file) => programs.some(({ neededBy }) => neededBy.test(file)))
  const { code, said } = await run(root, pathWithNode(), undefined, [...files, ALWAYS])
  assert.equal(code, 0, said)
  assert.match(said, new RegExp(`^\\d+ passed, 0 failed, ${files.length} skipped$`, 'm'))
  assert.equal(said.match(/is not installed/g)?.length, programs.length, said)
})

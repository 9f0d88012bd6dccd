// npm test                          the whole proof: formatting, lint and types, then every test
// npm test -- --only-tests          every test
// npm test -- server/src/ledger …   the tests of these folders or files
//
// One PostgreSQL serves all tests; each test file clones the template database made here. The last line is
// `N passed, N failed`, the checks and preparations before the tests counted in; the exit code is 0 only when nothing failed.

import { findTestFiles } from './test-files.ts'
import { missingParts, preparationsFor } from './test-parts.ts'
import { type Count, runCheck, runTests } from './test-run.ts'
import { makeMigratedDatabase, startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

const given = process.argv.slice(2)
const paths = given.filter((arg) => !arg.startsWith('--'))
const unknown = given.find((arg) => arg.startsWith('--') && arg !== '--only-tests')
if (unknown !== undefined) {
  console.error(`${unknown} is not an option of npm test; see the head of scripts/test.ts`)
  process.exit(2)
}

const isWhole = paths.length === 0 && !given.includes('--only-tests')
const total: Count = { passed: 0, failed: 0 }
const stopping = new AbortController()
let signalled: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    signalled ??= signal
    stopping.abort()
  })
}

try {
  await proveAll()
} catch (error) {
  if (!stopping.signal.aborted) {
    add({ passed: 0, failed: 1 })
    console.error(error)
  }
}
if (signalled) {
  console.log(`stopped by ${signalled}`)
  process.exit(signalled === 'SIGINT' ? 130 : 143)
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

async function proveAll(): Promise<void> {
  const files = findTestFiles(paths)
  for (const part of missingParts(files)) {
    const isFault = process.env.CI === 'true'
    console.log(
      `${part} is not installed: ${isFault ? 'with CI=true that is a failure' : 'the tests that need it are left out'}`,
    )
    if (isFault) add({ passed: 0, failed: 1 })
  }
  for (const { name, command, args } of preparationsFor(files)) {
    add(await runCheck(name, command, args, stopping.signal))
  }
  if (isWhole) {
    add(await runCheck('biome check', 'biome', ['check'], stopping.signal))
    for (const project of ['tsconfig.json', 'dashboard/tsconfig.json', 'dashboard/test/tsconfig.json'])
      add(await runCheck(`tsc -p ${project}`, 'tsc', ['--noEmit', '-p', project], stopping.signal))
  }
  if (stopping.signal.aborted) return
  const server = await startThrowawayPostgres()
  try {
    await makeTemplate(server)
    process.env.CARDWRIGHT_TEST_SERVER = JSON.stringify(server.connection)
    add(await runTests(files, stopping.signal))
  } finally {
    await server.remove()
  }
}

function add({ passed, failed }: Count): void {
  total.passed += passed
  total.failed += failed
}

async function makeTemplate(server: ThrowawayPostgres): Promise<void> {
  const owner = await makeMigratedDatabase(server, 'cardwright_template')
  await owner.end()
}

// npm run generate                 writes server/migrations/schema.sql, openapi.json and the command line's list of event types
// npm run generate -- --check      fails when one of them differs from what the sources make, or the API breaks a client
// npm run generate -- --release    also makes this openapi.json, and these migrations, the release that later ones are
//                                  compared with

import { compareWithBaseline, replaceBaseline } from './api-baseline.ts'
import { findDrift, generateFiles, writeGenerated } from './generated-files.ts'
import { replaceReleasedMigrations } from './released-migrations.ts'
import { makeMigratedDatabase, startThrowawayPostgres } from './throwaway-postgres.ts'

const [mode = '--write', ...rest] = process.argv.slice(2)
if (rest.length > 0 || !['--write', '--check', '--release'].includes(mode)) {
  console.error('usage: npm run generate [-- --check | --release]')
  process.exit(2)
}

const files = await generate()
const faults: string[] = []
if (mode === '--check') faults.push(...files.map(findDrift).filter((fault) => fault !== undefined))
else for (const file of files) writeGenerated(file)
faults.push(...compareWithBaseline())

if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
} else {
  if (mode === '--release') {
    replaceBaseline()
    replaceReleasedMigrations()
  }
  const names = files.map((file) => file.path).join(', ')
  console.log(mode === '--check' ? `${names} are up to date` : `wrote ${names}`)
}

async function generate() {
  const server = await startThrowawayPostgres()
  try {
    const owner = await makeMigratedDatabase(server, 'cardwright_schema')
    try {
      return await generateFiles(owner as never)
    } finally {
      await owner.end()
    }
  } finally {
    await server.remove()
  }
}

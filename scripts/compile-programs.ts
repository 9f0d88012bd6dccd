// The programs that tests start again and again, each made into one file. A process of the service loads 2,400 files,
// which takes it a second and a half of processor time; from one file it takes a third of that.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { dependenciesOf } from './import-graph.ts'

const PROGRAMS = [
  'cli/src/main.ts',
  'server/src/main.ts',
  'server/src/operator/main.ts',
  'server/test/chains/service-main.ts',
]
// Inside the repository, so that the packages that are looked for while a program runs are found.
const HOME = 'server/.data'

/** The programs that these files start, where server/test/program.ts finds them. Returns what removes them again. */
export async function compilePrograms(files: string[]): Promise<() => void> {
  mkdirSync(HOME, { recursive: true })
  const folder = mkdtempSync(join(HOME, 'programs-'))
  const wanted = PROGRAMS.filter((program) => files.some((file) => dependenciesOf(file).has(program)))
  await Promise.all(wanted.map((program) => compile(program, join(folder, program.replace(/\.ts$/, '.js')))))
  process.env.CARDWRIGHT_TEST_PROGRAMS = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** One file, in which the modules run in the order of their imports. */
async function compile(program: string, file: string): Promise<void> {
  const build = await rolldown({ input: program, platform: 'node', plugins: [keepPlaces], logLevel: 'silent' })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
}

/** A module that reads a file by its place beside its own finds it from where its source is. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    return code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null
  },
}

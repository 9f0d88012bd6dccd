// Bundles each program that tests start often into one file. A process of the service loads 2,400 files, which takes a second and
// a half of processor time; from one file it takes a third of that.

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
/** The programs that these files start, in a folder where server/test/program.ts finds them. */
export async function compilePrograms(files: string[], folder: string): Promise<void> {
  const wanted = PROGRAMS.filter((program) => files.some((file) => dependenciesOf(file).has(program)))
  await Promise.all(wanted.map((program) => compile(program, join(folder, program.replace(/\.ts$/, '.js')))))
}

/** One file, in which the modules run in the order of their imports. */
async function compile(program: string, file: string): Promise<void> {
  const build = await rolldown({ input: program, platform: 'node', plugins: [keepPlaces], logLevel: 'silent' })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
}

/** A module that reads a file relative to its own path still finds it from the path of its source. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    return code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null
  },
}

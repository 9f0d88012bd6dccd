// The Go library. A program with one call is built with each library, to compare the size of the program, its start
// time and the time of a request.

import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bytesIn, kilobytes, markdown, medians, runFile } from './table.ts'

const sources = fileURLToPath(new URL('go/', import.meta.url))
const library = fileURLToPath(new URL('../go/', import.meta.url))
const STARTS = 31
const REQUESTS = 5000
const ROUNDS = 3

/** The libraries in the order of the table, each with its module path. */
const MODULES: Record<string, string> = {
  cardwright: 'github.com/cardwright/cardwright-go',
  lithic: 'github.com/lithic-com/lithic-go',
  stripe: 'github.com/stripe/stripe-go/v85',
}
const OURS = 'cardwright'
const PLAIN = 'net-http'

type Built = { name: string; program: string; title: string; sourceBytes: number; modules: number }

export async function goTable(address: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-go-bench-'))
  try {
    const missing: string[] = []
    const built: Built[] = [await build(folder, PLAIN)]
    for (const name of Object.keys(MODULES)) {
      try {
        built.push(await build(folder, name))
      } catch (error) {
        if (name === OURS) throw error
        missing.push(`${MODULES[name]} could not be loaded: ${reasonOf(error)}`)
      }
    }
    return [await measured(built, address), ...missing].join('\n\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measured(built: Built[], address: string): Promise<string> {
  const names = built.map(({ name }) => name)
  const programOf = (name: string) => built.find((each) => each.name === name)!.program
  const startMs = await medians(STARTS, names, async (name) => {
    const started = performance.now()
    await runFile(programOf(name), [address, '0'])
    return performance.now() - started
  })
  const requestUs = await medians(ROUNDS, names, async (name) =>
    Number((await runFile(programOf(name), [address, String(REQUESTS)])).stdout),
  )
  const rows = built
    .filter(({ name }) => name !== PLAIN)
    .map(({ name, program, title, sourceBytes, modules }) => [
      title,
      kilobytes(sourceBytes),
      modules,
      kilobytes(statSync(program).size - statSync(programOf(PLAIN)).size),
      (startMs.get(name)! - startMs.get(PLAIN)!).toFixed(1),
      requestUs.get(name)! - requestUs.get(PLAIN)!,
    ])
  const { stdout } = await runFile('go', ['env', 'GOVERSION'])
  const head = ['source, kB', 'modules', 'program over net/http, kB', 'start over it, ms', 'a request over it, µs']
  return markdown([`Go ${stdout.trim().replace('go', '')}`, ...head], rows)
}

/** Each program is a separate module, so it contains nothing of the other libraries. */
async function build(folder: string, name: string): Promise<Built> {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  cpSync(join(sources, 'main.go.txt'), join(cwd, 'main.go'))
  cpSync(join(sources, `${name}.go.txt`), join(cwd, 'call.go'))
  const module = MODULES[name]
  const replaced = name === OURS ? `\nrequire ${module} v0.0.0\n\nreplace ${module} => ${library}\n` : ''
  writeFileSync(join(cwd, 'go.mod'), `module bench\n\ngo 1.23\n${replaced}`)
  const go = async (...args: string[]) => (await runFile('go', args, { cwd })).stdout
  if (module !== undefined && name !== OURS) await go('get', `${module}@latest`)
  await go('mod', 'tidy')
  await go('build', '-trimpath', '-ldflags=-s -w', '-o', 'program', '.')
  if (module === undefined) return { name, program: join(cwd, 'program'), title: name, sourceBytes: 0, modules: 0 }
  const own = JSON.parse(await go('list', '-m', '-json', module))
  const modules = (await go('list', '-deps', '-f', '{{with .Module}}{{.Path}}{{end}}', '.')).split('\n')
  return {
    name,
    program: join(cwd, 'program'),
    title: `${module.split('/').slice(1).join('/')}${name === OURS ? '' : ` ${own.Version}`}`,
    sourceBytes: bytesIn(own.Dir, (file) => file.endsWith('.go') && !file.endsWith('_test.go')),
    modules: new Set(modules.filter((path) => path !== '' && path !== 'bench')).size,
  }
}

function reasonOf(error: unknown): string {
  const said = (error as { stderr?: string }).stderr ?? String(error)
  return said.trim().split('\n').at(-1)!.trim()
}

// npm run build -w dashboard: the pages, and beside each file its compressed forms, so that serving is reading. Made beside the
// old ones and put in their place at the end: a service that starts meanwhile finds either, and never half of one.
//
// node dashboard/build.ts --if-changed      builds only when a source is not as the last build found it

import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Rollup } from 'vite'
import { hashSources } from './source-hash.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = `${root}dist`
const stamp = `${root}.data/built-from.json`

type Stamp = { others: string[]; hash: string }

if (!process.argv.includes('--if-changed') || !isUpToDate()) await buildPages()

async function buildPages(): Promise<void> {
  const { build } = await import('vite')
  const next = `${root}.data/dist-${process.pid}`
  const old = `${next}-old`
  const options = { outDir: next, emptyOutDir: true }
  const output = await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn', build: options })
  for (const file of globSync(`${next}/**/*.{html,js,css,svg}`)) compress(file)
  rmSync(stamp, { force: true })
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(next, dist)
  rmSync(old, { recursive: true, force: true })
  writeStamp(output as Rollup.RollupOutput)
}

function writeStamp({ output }: Rollup.RollupOutput): void {
  const modules = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
  const others = modules
    .filter((id) => id.startsWith('/') && !id.startsWith(root) && !id.includes('/node_modules/'))
    .map((id) => relative(root, id))
  mkdirSync(`${root}.data`, { recursive: true })
  writeFileSync(stamp, JSON.stringify({ others, hash: hashSources(others) } satisfies Stamp))
}

function isUpToDate(): boolean {
  if (!existsSync(`${dist}/index.html`) || !existsSync(stamp)) return false
  const { others, hash } = JSON.parse(readFileSync(stamp, 'utf8')) as Stamp
  return hashSources(others) === hash
}

function compress(file: string): void {
  const bytes = readFileSync(file)
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

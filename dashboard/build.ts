// npm run build -w dashboard: the pages, and beside each file its compressed forms, so that serving is reading. Made beside the
// old ones and put in their place at the end: a service that starts meanwhile finds either, and never half of one.

import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = `${root}dist`
const next = `${root}.data/dist-${process.pid}`
const old = `${next}-old`

await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn', build: { outDir: next, emptyOutDir: true } })
for (const file of globSync(`${next}/**/*.{html,js,css,svg}`)) compress(file)
if (existsSync(dist)) renameSync(dist, old)
renameSync(next, dist)
rmSync(old, { recursive: true, force: true })

function compress(file: string): void {
  const bytes = readFileSync(file)
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

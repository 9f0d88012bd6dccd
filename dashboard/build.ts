// npm run build -w dashboard: the pages, and beside each file its compressed forms, so that serving is reading.

import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = fileURLToPath(new URL('dist', import.meta.url))

rmSync(dist, { recursive: true, force: true })
await build({ root, configFile: `${root}/vite.config.ts`, logLevel: 'warn' })
for (const file of globSync(`${dist}/**/*.{html,js,css,svg}`)) compress(file)

function compress(file: string): void {
  const bytes = readFileSync(file)
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

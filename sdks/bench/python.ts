// The Python library, measured by its own program (sdks/python/scripts/compare.py).

import { fileURLToPath } from 'node:url'
import { runFile } from './table.ts'

const program = fileURLToPath(new URL('../python/run', import.meta.url))

export async function pythonTable(address: string): Promise<string> {
  return (await runFile('sh', [program, 'compare', address])).stdout.trim()
}

// npm run capacity [-- --measure --bench FILE]
// Computes the tables of docs/operating/capacity.md from capacity-input.json, shows them and writes them into the page.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readInput, writeInput } from './capacity-input.ts'
import { pageWith, showCapacity } from './capacity-page.ts'
import { measureCapacity } from './measure-capacity.ts'

const HELP = `npm run capacity -- [options]
  --measure        measure memory, disk and network on this machine first (some two minutes), and write capacity-input.json
  --bench FILE     with --measure: the processor time, as npm run bench -- --only reads,engine,http,money --json FILE wrote it`

const { values: options } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    bench: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (options.help || options.measure !== (options.bench !== undefined)) console.log(HELP)
else {
  if (options.bench !== undefined) writeInput(await measureCapacity(options.bench, readInput().assumptions))
  const page = fileURLToPath(new URL('../../docs/operating/capacity.md', import.meta.url))
  const input = readInput()
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), input))
  console.log(showCapacity(input))
}

// Faults that the simulation must find. Each is a change of the service's source, made while a thread loads it: the service
// that everybody runs has no switch for them.

import { registerHooks } from 'node:module'

type Change = { file: string; from: string; to: string }
export type FaultName = keyof typeof plantedFaults

const LOCK = 'const locked = lockRows(tx, operations, wall, numbers, mode)'
const BATCH = 'engine/run-batch.ts'

export const plantedFaults = {
  'a lock is taken in the wrong order': [
    {
      file: 'engine/lock-rows.ts',
      from: 'const read = await allOf({',
      to: 'const read = await allOf({ early: steps.length > 1 ? lock(workspaces, owners) : [],',
    },
  ],
  'a key is looked up before the lock': [
    { file: BATCH, from: LOCK, to: '' },
    { file: BATCH, from: 'await allOrFirstError([begun', to: `${LOCK}; await allOrFirstError([begun` },
  ],
  'rows are read without a lock': [{ file: 'database/table.ts', from: 'for no key update of t', to: '' }],
} satisfies Record<string, Change[]>

/** Before the service is loaded. */
export function plant(name: FaultName): void {
  const left: Change[] = [...plantedFaults[name]]
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const changes = left.filter(({ file }) => url.endsWith(`server/src/${file}`))
      if (changes.length === 0) return loaded
      return { ...loaded, source: changes.reduce(changed, String(loaded.source)) }
    },
  })
}

function changed(source: string, { file, from, to }: Change): string {
  if (source.split(from).length !== 2) throw new Error(`${file} does not have exactly one "${from}"`)
  return source.replace(from, () => to)
}

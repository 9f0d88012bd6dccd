// A BIN names its processor. Both must be of the same environment, or a sandbox key could spend real money.

import { BinCatalogueError, type BinDefinition } from './catalogue.ts'

type Named = { name: string; environment: BinDefinition['environment'] }

export function checkProcessors(bins: readonly BinDefinition[], processors: readonly Named[]): void {
  const problems = bins.flatMap(({ id, processor, environment }) => {
    if (processor === 'sandbox') return []
    const named = processors.find((each) => each.name === processor)
    if (!named) return [`BIN ${id}: there is no processor "${processor}" in processors.json`]
    if (named.environment === environment) return []
    return [`BIN ${id} is for the ${environment}, and its processor "${processor}" for the ${named.environment}`]
  })
  if (problems.length > 0) throw new BinCatalogueError(problems.join('\n'))
}

import { keepsTheContract } from './keeps-the-contract.ts'
import { node } from './runners.ts'

await keepsTheContract(node)

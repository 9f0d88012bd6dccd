import { keepsTheContract } from './keeps-the-contract.ts'
import { go } from './runners.ts'

await keepsTheContract(go)

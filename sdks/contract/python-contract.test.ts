import { keepsTheContract } from './keeps-the-contract.ts'
import { python } from './runners.ts'

await keepsTheContract(python)

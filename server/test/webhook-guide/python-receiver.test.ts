import { keepsItsPromises } from './receiver-promises.ts'

await keepsItsPromises(['python3', 'verify.py'])

import { keepsItsPromises } from './hook-promises.ts'

await keepsItsPromises(['python3', 'decide.py'])

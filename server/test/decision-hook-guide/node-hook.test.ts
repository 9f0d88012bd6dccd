import { keepsItsPromises } from './hook-promises.ts'

await keepsItsPromises([process.execPath, 'decide.mjs'])

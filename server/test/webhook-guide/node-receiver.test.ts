import { keepsItsPromises } from './receiver-promises.ts'

await keepsItsPromises([process.execPath, 'verify.mjs'])

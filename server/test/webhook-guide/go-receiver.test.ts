import { buildGo, isInstalled } from './example-receiver.ts'
import { keepsItsPromises } from './receiver-promises.ts'

if (isInstalled('go', 'version')) await keepsItsPromises(await buildGo())

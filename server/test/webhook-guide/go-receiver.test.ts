import { buildGo } from './example-receiver.ts'
import { keepsItsPromises } from './receiver-promises.ts'

await keepsItsPromises(await buildGo('webhooks', 'verify.go'))

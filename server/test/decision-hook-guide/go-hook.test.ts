import { buildGo } from '../webhook-guide/example-receiver.ts'
import { keepsItsPromises } from './hook-promises.ts'

await keepsItsPromises(await buildGo('decision-hook', 'decide.go'))

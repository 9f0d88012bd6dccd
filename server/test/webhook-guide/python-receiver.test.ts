import { isInstalled } from './example-receiver.ts'
import { keepsItsPromises } from './receiver-promises.ts'

if (isInstalled('python3', '--version')) await keepsItsPromises(['python3', 'verify.py'])

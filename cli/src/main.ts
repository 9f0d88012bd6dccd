// cardwright COMMAND: calls of the API, webhooks on a laptop, the sandbox, and the commands of the operator.

import { processIo } from './framework/io.ts'
import { isForOperator, operatorProgram } from './operator.ts'
import { main } from './program.ts'

const args = process.argv.slice(2)
const operator = isForOperator(args) ? operatorProgram() : undefined
// The operator's program reads the arguments of this process and ends it.
if (operator) await import(operator)
else process.exitCode = await main(args, processIo())

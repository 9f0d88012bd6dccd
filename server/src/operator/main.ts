// npm run cardwright -- COMMAND

import '../config/hide-environment.ts'
import { processIo } from '../../../cli/src/framework/io.ts'
import { environment } from '../config/environment.ts'
import { main } from './program.ts'

// Exits explicitly, because a connection that broke in the middle of a COPY would keep the event loop alive for ever.
process.exit(await main(process.argv.slice(2), processIo(environment)))

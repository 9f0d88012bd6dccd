// npm start

import './config/hide-environment.ts'
import { type Config, readConfig } from './config/config.ts'
import { environment } from './config/environment.ts'
import { createLog, describeFailure } from './log.ts'
import type { FirstStart } from './start/first-start.ts'
import { logStartFailure } from './start/log-start-failure.ts'
import { beginOpening } from './start/open-connection.ts'

const HELP = `Cardwright, a service that issues virtual cards.

  npm start                        serve everything on http://127.0.0.1:8080
  npm start -- --role api|worker   only the API, or only the background work
  npm run cardwright -- --help     commands for operators

Settings are environment variables; docs/operating/configuration.md lists them.`

if (process.argv.includes('--help')) {
  console.log(HELP)
  process.exit(0)
}

let log = createLog()
try {
  const config = readConfig(environment, process.argv.slice(2))
  const running = await start(config)
  stopOnSignal(running)
  const { url, processorUrl, metricsUrl } = running
  const others = { ...(processorUrl && { processors: processorUrl }), ...(metricsUrl && { metrics: metricsUrl }) }
  log.info({ url: `${url}/v1`, ...others }, 'listening')
  const banner = bannerOf(config, running)
  if (banner) console.log(banner)
} catch (error) {
  logStartFailure(log, error)
  process.exitCode = 1
}

type Running = {
  url: string
  processorUrl: string | undefined
  metricsUrl: string | undefined
  firstStart: FirstStart
  stop(): Promise<void>
}

/** Imports lazily, since a supervisor must not load code that it never runs. A worker is always one process. */
async function start(config: Config): Promise<Running> {
  if (config.processes === 1 || config.role === 'worker') {
    // The database is created and started while the service's code is loaded: each takes more than a second.
    const opening = beginOpening(config, log)
    const { startService } = await import('./start/start.ts')
    return startService(config, log, opening)
  }
  log = createLog({ isShared: true })
  log.setBindings({ process: 'supervisor' })
  const { Supervisor } = await import('./supervisor/supervisor.ts')
  const supervisor = new Supervisor(config, log)
  const started = await supervisor.start()
  process.on('SIGHUP', () => void supervisor.restart())
  return { ...started, stop: () => supervisor.stop() }
}

function stopOnSignal(running: Running): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'finishing what is in flight')
    running.stop().then(
      () => process.exit(0),
      (error) => {
        log.error(describeFailure(error), 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Shown only once: the first key, and the link by which the first person joins. */
function bannerOf({ publicUrl }: Config, { url, firstStart: { sandboxKey, joinPath } }: Running): string | undefined {
  // Passkeys belong to a host name; browsers refuse them for an IP address. A session belongs to it too, and the reference
  // fills in the key of the person who is signed in.
  const pages = publicUrl ?? url.replace('//127.0.0.1:', '//localhost:')
  const dashboard = joinPath && `Dashboard  ${pages}${joinPath}`
  if (sandboxKey === undefined)
    return dashboard && `\n  Nobody has joined yet. Open this link to be the first:\n\n    ${dashboard}\n`
  return `
  Cardwright is running. A demo account was made; its sandbox wallet holds 24,750.00 USD.

    API        ${url}/v1
    Reference  ${pages}/docs
    Key        ${sandboxKey}      (sandbox; shown only this once)${dashboard ? `\n    ${dashboard}      (to join as its owner; works once)` : ''}

  Your first card:

    curl ${url}/v1/cards -H 'Authorization: Bearer ${sandboxKey}' \\
      -H 'Content-Type: application/json' -d '{"bin_id":"bin_visa_us_prepaid_1","amount":100}'
`
}

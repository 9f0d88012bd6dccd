// One of several processes of a service. The supervisor starts it and tells it over the link what to do; it ends with the
// supervisor.

import '../config/hide-environment.ts'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../config/config.ts'
import { environment } from '../config/environment.ts'
import { loginsOf } from '../database/logins.ts'
import { startWithDatabase } from '../database/wait-for-database.ts'
import { createLog, describeFailure } from '../log.ts'
import { Link } from '../processes/link.ts'
import { Siblings } from '../processes/siblings.ts'
import type { Services } from '../services.ts'
import { buildApp } from '../start/app.ts'
import { buildCallbacksApp } from '../start/callbacks-app.ts'
import { ensureFirstAccount, type FirstStart } from '../start/first-start.ts'
import { logStartFailure } from '../start/log-start-failure.ts'
import type { Undo } from '../start/open-connection.ts'
import { openSharedServices, undoAll } from '../start/start.ts'
import { startWorker } from '../worker.ts'
import type { PortUse } from './acceptor.ts'
import { LINK_FD, type Part, type Preparation } from './child.ts'

const log = createLog({ isReadable: process.argv.includes('--readable-log') }).child({ pid: process.pid })
const link = new Link(new Socket({ fd: LINK_FD, readable: true, writable: true }))
const undo: Undo = []
let services: Services | undefined
let siblings: Siblings | undefined

// Without the supervisor nobody enforces the limits, and a new one may be starting. Requests in flight are lost as in a power
// cut, and are retried in the same way. exit() is not used: it flushes the log, whose reader is gone, and the log writer would
// wait for ever (sonic-boom 4.2.1, EPIPE in flushSync).
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// A terminal and systemd signal all processes at once. Only the supervisor acts upon it, in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

link.handle('prepare', (preparation: Preparation) => prepare(preparation).catch(endWith))
link.handle('serve', (part: Part) => serve(part).catch(endWith))
link.handle('stop', (isReplaced: boolean) => stop(isReplaced))

async function prepare({ connection, group, isFirst }: Preparation): Promise<FirstStart> {
  const config = readConfig(environment)
  siblings = new Siblings(link, group)
  const logins = loginsOf(connection, config.databaseOwnerUrl)
  return startWithDatabase(logins.owner ?? logins.service, log, undo, async (opened) => {
    services = await openSharedServices(config, log, connection, opened, siblings)
    return isFirst ? ensureFirstAccount(services.database, config, services.clock()) : {}
  })
}

async function serve({ role, name }: Part): Promise<void> {
  process.title = `cardwright ${name}`
  log.setBindings({ process: name })
  if (role === 'worker') undo.unshift(startWorker(services!))
  else {
    const apps = { api: buildApp(services!), processors: buildCallbacksApp(services!) }
    undo.unshift(() => Promise.all([apps.api.close(), apps.processors?.close()]))
    await Promise.all([apps.api.ready(), apps.processors?.ready()])
    takeConnections(apps)
  }
}

/** They come from the supervisor, which listens. */
function takeConnections(apps: Record<PortUse, FastifyInstance | undefined>): void {
  let isTaking = true
  undo.unshift(async () => {
    isTaking = false
  })
  // Node starts to watch the time limits of requests when a server begins to listen, which these never do.
  for (const app of Object.values(apps)) app?.server.emit('listening')
  process.on('message', ({ connection, use }: { connection: number; use: PortUse }, socket: Socket | undefined) => {
    if (!isTaking) {
      socket?.destroy() // closes only this copy: the supervisor still has the connection
      return link.tell('refused', connection)
    }
    link.tell('taken', connection)
    if (!socket) return link.tell('closed', connection) // the client was gone before the connection arrived here
    socket.once('close', () => link.tell('closed', connection))
    apps[use]!.server.emit('connection', socket)
  })
}

async function stop(isReplaced: boolean): Promise<void> {
  if (siblings) siblings.isReplaced = isReplaced
  const { metrics } = services ?? {}
  try {
    await undoAll(undo)
    if (metrics) link.tell('last figures', await metrics.registry.getMetricsAsJSON())
    await link.end()
    process.exit(0)
  } catch (error) {
    log.error(describeFailure(error), 'did not stop cleanly')
    process.exit(1)
  }
}

/** The log is written when the process ends. */
function endWith(error: unknown): never {
  logStartFailure(log, error)
  process.exit(1)
}

// listen: events of the workspace, delivered to a program on this machine; or, with --decide, the questions of its decision hook.

import type { Call, Command } from '../command.ts'
import { checkEventType, EVENT_TYPES } from '../event-types.ts'
import { untilInterrupted } from '../interrupt.ts'
import { lineNotes } from '../line-notes.ts'
import type { Cardwright, CardwrightEvent } from '../sdk.ts'
import { addressOf } from './address.ts'
import { decide, decideNotes, decideOptions } from './decide.ts'
import { deliver } from './deliver.ts'
import { positionPath, readPosition, writePosition } from './position.ts'

export const listen: Command = {
  name: 'listen',
  summary: 'deliver events to a program on this machine, signed like webhooks',
  options: {
    'forward-to': { kind: 'text', value: 'URL', help: 'the address to deliver to; required without --decide' },
    events: { kind: 'list', value: 'A,B', help: 'deliver only events of these types', choices: EVENT_TYPES },
    after: { kind: 'number', value: 'SEQUENCE', help: 'start after this event instead of where the last run stopped' },
    'from-now': { kind: 'flag', help: 'start with the next event instead of where the last run stopped' },
    ...decideOptions,
  },
  notes: `It runs until you interrupt it. Events are delivered one after the other, in order of sequence. The first run starts with
the next event; a later run starts where the last one stopped. An answer of any status completes a delivery; while nothing
listens at URL, the event is sent again. The signing secret is printed at the start and stays the same for the profile.
${decideNotes}`,
  reveals: ['secret'],
  run: (call) =>
    untilInterrupted(call.io, (signal) =>
      call.text('decide') === undefined ? follow(call, signal) : decide(call, signal),
    ),
}

async function follow(call: Call, signal: AbortSignal): Promise<void> {
  const url = addressOf(call.text('forward-to'))
  const wanted = (call.params().events as string[] | undefined)?.map(checkEventType)
  const path = positionPath(call)
  const position = readPosition(path)
  const client = call.client({ onResponse: lineNotes(call, '/events/stream') })
  position.sequence = await beginning(call, client, position.sequence)
  writePosition(path, position)
  const ready = { secret: position.secret, after_sequence: position.sequence, forward_to: url.href }
  call.out.happening(
    ready,
    `Signing secret  ${position.secret}\nForwarding events after ${position.sequence} to ${url}`,
  )

  const options = { signal, maxRetries: Number.MAX_SAFE_INTEGER }
  for await (const event of client.events.stream({ after_sequence: position.sequence }, options)) {
    if (!wanted || wanted.includes(event.type)) await forward(call, url, position.secret, event, signal)
    position.sequence = event.sequence
    writePosition(path, position)
  }
}

/** Always asks the service, so that a wrong key or address is reported now instead of being retried for ever. */
async function beginning(call: Call, client: Cardwright, stopped: number | undefined): Promise<number> {
  const { data } = await client.events.list({ per_page: 1 })
  const newest = data[0]?.sequence ?? 0
  if (call.flag('from-now')) return newest
  const after = (call.params().after as number | undefined) ?? stopped ?? newest
  if (newest === 0 || after <= newest) return after
  // A database that was restored from a backup reuses sequences that this program has already seen.
  call.out.note(`The newest event is ${newest}, although ${after} was delivered before: continuing after ${newest}.`)
  return newest
}

async function forward(call: Call, url: URL, secret: string, event: CardwrightEvent, signal: AbortSignal) {
  const { paint } = call.out
  const { status, durationMs, trouble } = await deliver(url.href, secret, event, signal, (problem) =>
    call.out.note(paint('yellow', `${url} does not answer (${problem}); trying until it does`)),
  )
  const isGood = status !== undefined && status >= 200 && status < 300
  const verdict = paint(isGood ? 'green' : 'red', String(status ?? trouble))
  call.out.happening(
    { sequence: event.sequence, id: event.id, type: event.type, status: status ?? null, duration_ms: durationMs },
    `${String(event.sequence).padStart(6)}  ${event.type.padEnd(22)}  ${event.id}  ${verdict}  ${durationMs} ms`,
  )
}

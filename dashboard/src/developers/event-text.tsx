// An event as JSON. Its passcode is masked until somebody asks for it, and the audit log records that.

import { useState } from 'react'
import { useRead } from '../api/read.ts'
import type { EventEnvelope } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Notice } from '../ui/notice.tsx'

/** An event never changes, so no update refetches it. */
export function useEvent(eventId: string, enabled = true) {
  const [isRevealed, reveal] = useState(false)
  const reading = useRead<EventEnvelope>({
    noun: 'event',
    path: `${isRevealed ? '/v1' : '/dashboard'}/events/${eventId}`,
    enabled,
    keepWhileLoading: true,
  })
  return { reading, isRevealed, reveal: () => reveal(true) }
}

type Props = { event: EventEnvelope; what: string; isRevealed: boolean; onReveal: () => void }

export function EventText({ event, what, isRevealed, onReveal }: Props) {
  return (
    <>
      <Code text={JSON.stringify(event, null, 2)} what={what} />
      {!isRevealed && typeof event.data.otp === 'string' && (
        <Notice>
          <span className="flex flex-wrap items-center justify-between gap-3">
            The passcode is masked. Showing it is recorded in the audit log.
            <Button size="small" onClick={onReveal}>
              Show the passcode
            </Button>
          </span>
        </Notice>
      )}
    </>
  )
}

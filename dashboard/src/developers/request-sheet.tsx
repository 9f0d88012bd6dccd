import type { LoggedRequest } from '../api/schemas.ts'
import { ActorName } from '../spend-requests/actor-name.tsx'
import { Id } from '../ui/copy.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { ExactTime } from '../ui/times.tsx'
import { duration } from './durations.ts'
import { StatusCode } from './status-code.tsx'

type Props = { request: LoggedRequest | undefined; onClose: () => void }

export function RequestSheet({ request, onClose }: Props) {
  return (
    <Sheet
      open={request !== undefined}
      onClose={onClose}
      title="Request"
      description="Bodies and queries are not stored because they can contain card numbers and names."
    >
      {request && (
        <Facts
          of={[
            ['Status', <StatusCode key="status" of={request.status} />],
            ['Method', request.method],
            [
              'Path',
              <code key="path" className="font-mono text-[13px] break-all">
                {request.path}
              </code>,
            ],
            ['Error', request.error ?? 'None'],
            ['Duration', duration(request.duration_ms)],
            ['When', <ExactTime key="when" at={request.created_at} />],
            ['By', <ActorName key="name" id={request.actor} />],
            ['Source', request.source === 'dashboard' ? 'Dashboard' : 'API key'],
            ['Id of the key or person', <Id key="actor" of={request.actor} what="the id of the key or person" />],
            ['From', request.ip],
            ['Request id', <Id key="id" of={request.request_id} what="the request id" />],
          ]}
        />
      )}
    </Sheet>
  )
}

import { Link } from '@tanstack/react-router'
import { useRead } from '../api/read.ts'
import type { SpendRequest } from '../api/schemas.ts'
import { ActorName } from './actor-name.tsx'
import { NOUN } from './use-requests.ts'
import { asksFor } from './words.ts'

/** Links to a spend request by what was requested and by whom. */
export function RequestLink({ id }: { id: string }) {
  const { data } = useRead<SpendRequest>({ noun: NOUN, path: `/v1/spend-requests/${id}` })
  return (
    <span className="grid justify-items-start gap-1">
      <Link
        to="/spend-requests/$requestId"
        params={{ requestId: id }}
        className="font-medium underline underline-offset-2"
      >
        {data ? `Spend request: ${asksFor(data)}` : id}
      </Link>
      {data && <ActorName id={data.requested_by} />}
    </span>
  )
}

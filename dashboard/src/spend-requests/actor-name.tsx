import { Bot, KeyRound, User } from 'lucide-react'
import type { Actors } from '../../../server/src/dashboard/shapes/actors.ts'
import { useMe } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import { Badge } from '../ui/badge.tsx'

const icons = { person: User, standard: KeyRound, agent: Bot }

/** A key or a person by name; by the id while that is being read, and where nobody of this account has it. */
export function ActorName({ id }: { id: string }) {
  const { user } = useMe()
  const { data } = useRead<Actors>({ noun: 'actors', path: '/dashboard/actors', query: { ids: id } })
  const actor = data?.data[0]
  if (id === user.id) return <span className="font-medium">You</span>
  if (!actor) return <code className="font-mono text-xs break-all">{id}</code>
  const Icon = icons[actor.kind as keyof typeof icons]
  return (
    <span className="inline-flex min-w-0 max-w-full items-baseline gap-1.5" title={id}>
      <Icon className="size-3.5 shrink-0 self-center text-soft" aria-hidden />
      <span className="truncate font-medium">{actor.name}</span>
      {actor.kind === 'agent' && <Badge tone="accent">Agent</Badge>}
    </span>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Bot, KeyRound, User } from 'lucide-react'
import type { Actor, Actors } from '../../../server/src/dashboard/shapes/actors.ts'
import { useEnvironment } from '../api/environment.ts'
import { useMe } from '../api/me.ts'
import { namedById } from '../api/named-by-id.ts'
import { Badge } from '../ui/badge.tsx'

const load = namedById<Actors, Actor>('/dashboard/actors', ({ data }, id) => data.find((actor) => actor.id === id))

const icons = { person: User, standard: KeyRound, agent: Bot }

/**
 * Shows a key or a person by name. Shows the id while the name is loading, or if nobody in this account has that id.
 */
export function ActorName({ id }: { id: string }) {
  const { user } = useMe()
  const environment = useEnvironment()
  const { data: actor } = useQuery({
    queryKey: [environment, 'actors', id],
    queryFn: () => load(environment, id),
  })
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

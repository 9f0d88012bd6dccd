// A link to an object of the other environment: the page says where it is, instead of that there is none.

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { otherThan, useChooseEnvironment, useEnvironment } from '../api/environment.ts'
import { useMe } from '../api/me.ts'
import { type Problem, raw } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'

type Props = {
  /** The read that failed. */
  problem: Problem
  onRetry: () => void
  path: string
  /** As in "No such card". */
  what: string
  /** Go there at once: for an address that cannot name its environment. */
  isAutomatic?: boolean
}

/** What a page shows whose one object could not be read. */
export function NotRead({ problem, onRetry, ...rest }: Props) {
  return problem.status === 404 ? <Elsewhere {...rest} /> : <Failed problem={problem} onRetry={onRetry} />
}

function Elsewhere({ path, what, isAutomatic = false }: Omit<Props, 'problem' | 'onRetry'>) {
  const other = otherThan(useEnvironment())
  const choose = useChooseEnvironment()
  const mayLook = useMe().access[other].includes('view')
  const found = useQuery<boolean, Problem>({
    queryKey: [other, 'elsewhere', path],
    queryFn: async () => (await raw('GET', path, { headers: { 'X-Cardwright-Environment': other } })).ok,
    enabled: mayLook,
  })
  const isLeaving = isAutomatic && found.data === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is not a new finding
  useEffect(() => {
    if (isLeaving) void choose(other, undefined, true)
  }, [isLeaving])
  if ((mayLook && found.isPending) || isLeaving) return <Loading rows={8} label="Looking in the other environment" />
  const name = other === 'sandbox' ? 'the sandbox' : 'production'
  if (found.data)
    return (
      <Empty
        icon={<ArrowLeftRight className="size-5" aria-hidden />}
        title={`This ${what} is in ${name}`}
        action={
          <Button look="primary" onClick={() => void choose(other)}>
            Switch to {name}
          </Button>
        }
      >
        You are looking at {other === 'sandbox' ? 'production' : 'the sandbox'}. The two have nothing in common.
      </Empty>
    )
  return (
    <Empty icon={<SearchX className="size-5" aria-hidden />} title={`No such ${what}`}>
      It is neither in the sandbox nor in production of this account. It may belong to another account.
    </Empty>
  )
}

// When a link leads to an object in the other environment, the page says so instead of "not found".

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { otherThan, useChooseEnvironment, useEnvironment } from '../api/environment.ts'
import { useMe } from '../api/me.ts'
import { type Problem, raw } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'

type Props = {
  /** The error of the failed read. */
  problem: Problem
  onRetry: () => void
  path: string
  /** The name of the object, as in "No such card". */
  what: string
  /** Switches environment without asking, for addresses that cannot name their environment. */
  isAutomatic?: boolean
}

/** Shown when the object of a page could not be read. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not run the effect again
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
        You are looking at {other === 'sandbox' ? 'production' : 'the sandbox'}. The two environments share nothing.
      </Empty>
    )
  return (
    <Empty icon={<SearchX className="size-5" aria-hidden />} title={`No such ${what}`}>
      It is neither in the sandbox nor in production of this account. It may belong to another account.
    </Empty>
  )
}

import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChooseEnvironment, useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { NotAllowed } from './not-allowed.tsx'

/** Wraps pages that simulate the outside world, which exist only in the sandbox. */
export function SandboxOnly({ children }: { children: ReactNode }) {
  const isSandbox = useEnvironment() === 'sandbox'
  const may = useMay()
  const chooseEnvironment = useChooseEnvironment()
  if (isSandbox)
    return may('develop') ? (
      children
    ) : (
      <NotAllowed>Only people with developer access can simulate purchases.</NotAllowed>
    )
  return (
    <Panel>
      <Empty
        icon={<FlaskConical className="size-5" aria-hidden />}
        title="Only in the sandbox"
        action={<Button onClick={() => void chooseEnvironment('sandbox')}>Switch to the sandbox</Button>}
      >
        In production, purchases come from merchants and deposits from the chains.
      </Empty>
    </Panel>
  )
}

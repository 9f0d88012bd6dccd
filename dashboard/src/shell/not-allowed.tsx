import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'

/** Shown when somebody opens the address of a page that their role may not see. */
export function NotAllowed({ children }: { children: ReactNode }) {
  const { user } = useMe()
  return (
    <Panel>
      <Empty icon={<Lock className="size-5" aria-hidden />} title={`Not available to the role “${user.role}”`}>
        {children} An owner or admin of the account can give you another role.
      </Empty>
    </Panel>
  )
}

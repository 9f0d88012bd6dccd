import { CheckGroups } from '../ui/check-groups.tsx'
import { scopeGroups } from './key-scopes.ts'

type Props = {
  chosen: readonly string[]
  onChoose: (scopes: string[]) => void
  /** The scopes that can be chosen. Without it, all can. */
  among?: readonly string[]
  error?: string | undefined
}

export function ScopePicker({ chosen, onChoose, among, error }: Props) {
  const groups = scopeGroups
    .map(({ title, options }) => ({ title, options: options.filter(([scope]) => !among || among.includes(scope)) }))
    .filter(({ options }) => options.length > 0)
  return <CheckGroups isWide legend="Scopes" groups={groups} chosen={chosen} error={error} onChoose={onChoose} />
}

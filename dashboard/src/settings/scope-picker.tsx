import { Checkbox } from '../ui/field.tsx'
import { scopeGroups } from './key-scopes.ts'

type Props = {
  chosen: readonly string[]
  onChoose: (scopes: string[]) => void
  /** The scopes that can be chosen; all of them when left out. */
  among?: readonly string[]
  error?: string | undefined
}

export function ScopePicker({ chosen, onChoose, among, error }: Props) {
  const toggle = (scope: string) =>
    onChoose(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope])
  const groups = scopeGroups
    .map(({ title, scopes }) => ({ title, scopes: scopes.filter(([scope]) => !among || among.includes(scope)) }))
    .filter(({ scopes }) => scopes.length > 0)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-[13px] font-medium">Scopes</legend>
      <div className="grid gap-4 rounded-lg border border-line p-3.5 sm:grid-cols-2">
        {groups.map(({ title, scopes }) => (
          <fieldset key={title} className="grid content-start gap-2">
            <legend className="mb-1.5 text-xs font-medium text-soft">{title}</legend>
            {scopes.map(([scope, meaning]) => (
              <Checkbox
                key={scope}
                label={<code className="font-mono text-[13px]">{scope}</code>}
                hint={meaning}
                checked={chosen.includes(scope)}
                onChange={() => toggle(scope)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

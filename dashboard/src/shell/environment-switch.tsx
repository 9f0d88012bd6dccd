import { type Environment, useChooseEnvironment, useEnvironment } from '../api/environment.ts'
import { classes } from '../ui/classes.ts'

const names: Record<Environment, string> = { sandbox: 'Sandbox', production: 'Production' }

/** The list to open when the current page cannot exist in the other environment. */
function wayOut(next: Environment, path: string): string | undefined {
  const [, first = '', second = '', third] = path.split('/')
  if (next === 'production' && (first === 'sandbox' || first === 'shop')) return '/'
  if (['cards', 'transactions', 'rules', 'spend-requests'].includes(first) && second !== '' && second !== 'import')
    return `/${first}`
  return second === 'webhooks' && third !== undefined ? '/developers/webhooks' : undefined
}

export function useSwitchEnvironment(): (next: Environment) => Promise<void> {
  const current = useEnvironment()
  const chooseEnvironment = useChooseEnvironment()
  return async (next) => {
    if (next !== current) await chooseEnvironment(next, wayOut(next, location.pathname))
  }
}

export function EnvironmentSwitch() {
  const current = useEnvironment()
  const choose = useSwitchEnvironment()
  return (
    <fieldset className="grid grid-cols-2 gap-0.5 rounded-lg border border-line bg-sunken p-0.5">
      <legend className="sr-only">Environment</legend>
      {(['sandbox', 'production'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === current}
          onClick={() => void choose(name)}
          className={classes(
            'flex items-center justify-center gap-1.5 rounded-md px-2 py-1 text-[13px] font-medium transition-colors',
            name !== current && 'text-soft hover:text-ink',
            name === current &&
              (name === 'sandbox' ? 'bg-sandbox-soft text-sandbox shadow-sm' : 'bg-surface text-good shadow-sm'),
          )}
        >
          <span
            aria-hidden
            className={classes(
              'size-1.5 rounded-full',
              name === 'sandbox' ? 'bg-sandbox' : 'bg-good',
              name !== current && 'opacity-40',
            )}
          />
          {names[name]}
        </button>
      ))}
    </fieldset>
  )
}

export function SandboxBand() {
  if (useEnvironment() !== 'sandbox') return null
  return (
    <section
      className="hatched border-b border-sandbox-line px-4 py-1 text-center text-[13px] font-medium text-sandbox"
      aria-label="Environment"
    >
      Sandbox: test cards and test money only
    </section>
  )
}

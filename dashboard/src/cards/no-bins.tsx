import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { useEnvironment } from '../api/environment.ts'
import { Empty } from '../ui/states.tsx'

/** Shown instead of a form that the service would always refuse. */
export function NoBins() {
  const isSandbox = useEnvironment() === 'sandbox'
  if (isSandbox)
    return (
      <Empty icon={<CreditCard className="size-5" aria-hidden />} title="There are no BINs for test cards">
        The operator of this service can add BINs for the sandbox to bins.json.
      </Empty>
    )
  return (
    <Empty
      icon={<CreditCard className="size-5" aria-hidden />}
      title="There are no BINs for live cards yet"
      action={
        <Link to="/processors" className="text-sm font-medium text-accent-ink underline-offset-2 hover:underline">
          What a processor is
        </Link>
      }
    >
      The operator of this service connects a processor first, and adds a BIN of that processor to bins.json. Until then
      you can try everything in the sandbox.
    </Empty>
  )
}

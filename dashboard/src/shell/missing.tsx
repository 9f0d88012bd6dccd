import { Link } from '@tanstack/react-router'
import { buttonLook } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

export function Missing() {
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <Empty
        title="There is nothing at this address"
        action={
          <Link to="/" className={buttonLook()}>
            Go to the start
          </Link>
        }
      />
    </main>
  )
}

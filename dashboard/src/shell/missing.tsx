import { Link } from '@tanstack/react-router'
import { buttonLook } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

export function Missing() {
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <Empty
        title="Page not found"
        action={
          <Link to="/" className={buttonLook()}>
            Go to Home
          </Link>
        }
      />
    </main>
  )
}

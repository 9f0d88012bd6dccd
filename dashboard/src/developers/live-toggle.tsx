import { Pause, Play } from 'lucide-react'
import { Button } from '../ui/button.tsx'

/** Pauses or resumes live updates of the list. */
export function LiveToggle({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  const Icon = isLive ? Pause : Play
  return (
    <Button aria-pressed={isLive} onClick={() => onChange(!isLive)} icon={<Icon className="size-4" aria-hidden />}>
      {isLive && (
        <span className="relative flex size-2" aria-hidden>
          <span className="absolute inline-flex size-full animate-ping rounded-full bg-good opacity-60 motion-reduce:hidden" />
          <span className="relative inline-flex size-2 rounded-full bg-good" />
        </span>
      )}
      Live
    </Button>
  )
}

import { type FormEvent, useState } from 'react'
import { useWorkspaceNow } from '../api/clock.ts'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { SandboxClock } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/states.tsx'
import { exactTime } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { touched } from './simulation.tsx'

const HOUR = 3_600
const DAY = 86_400
const steps: { name: string; seconds: (now: number) => number }[] = [
  { name: '+1 hour', seconds: () => HOUR },
  { name: '+1 day', seconds: () => DAY },
  { name: '+7 days', seconds: () => 7 * DAY },
  { name: '+1 month', seconds: secondsToNextMonth },
]
const units = { minutes: 60, hours: HOUR, days: DAY }

export function Clock() {
  const now = useWorkspaceNow(1_000)
  const move = useDo((seconds: number) => post<SandboxClock>('/v1/sandbox/clock/advance', { seconds }), touched)
  const problem = placeProblem(move.error, ['seconds'])
  const run = (seconds: number) =>
    move.mutate(seconds, { onSuccess: (clock) => toast.done(`It is now ${exactTime(clock.now)}`) })
  return (
    <Panel
      title="Clock"
      note="Move time forward: holds, deposits and passcodes expire, and new months begin. It cannot go back."
    >
      <div className="grid gap-4">
        <Now at={now} />
        <div className="flex flex-wrap gap-2">
          {steps.map(({ name, seconds }) => (
            <Button
              key={name}
              size="small"
              disabled={now === undefined || move.isPending}
              onClick={() => run(seconds(now!))}
            >
              {name}
            </Button>
          ))}
        </div>
        <OwnStep busy={move.isPending} error={problem.fields.seconds ?? problem.form} onMove={run} />
      </div>
    </Panel>
  )
}

function Now({ at }: { at: number | undefined }) {
  if (at === undefined) return <Skeleton className="h-12 w-56" />
  return (
    <div>
      <p className="tabular text-lg font-semibold tracking-tight">{exactTime(new Date(at).toISOString())}</p>
      <p className="text-[13px] text-soft">{aheadOf(at)}</p>
    </div>
  )
}

type OwnStepProps = { busy: boolean; error: string | undefined; onMove: (seconds: number) => void }

function OwnStep({ busy, error, onMove }: OwnStepProps) {
  const [count, setCount] = useState('')
  const [unit, setUnit] = useState<keyof typeof units>('hours')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onMove(Number(count) * units[unit])
  }
  return (
    <form aria-label="Move the clock" onSubmit={submit} className="flex items-start gap-2">
      <div className="w-28">
        <Field label="Move by" error={error}>
          <Input
            type="number"
            required
            min={1}
            step={1}
            value={count}
            onChange={(event) => setCount(event.target.value)}
          />
        </Field>
      </div>
      <Select
        aria-label="Unit"
        className="mt-6.5 w-28"
        value={unit}
        onChange={(event) => setUnit(event.target.value as keyof typeof units)}
      >
        {Object.keys(units).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Button type="submit" busy={busy} className="mt-6.5">
        Move
      </Button>
    </form>
  )
}

/** Advances to the same day and hour of the next month, because limits and statements are monthly. */
function secondsToNextMonth(now: number): number {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() + 1)
  return Math.round((then.getTime() - now) / 1_000)
}

function aheadOf(now: number): string {
  const minutes = Math.round((now - Date.now()) / 60_000)
  if (minutes < 1) return 'The same as the real time.'
  const days = Math.floor(minutes / 1_440)
  const hours = Math.floor((minutes % 1_440) / 60)
  const parts = [
    days > 0 && `${days} ${days === 1 ? 'day' : 'days'}`,
    hours > 0 && `${hours} h`,
    days === 0 && minutes % 60 > 0 && `${minutes % 60} min`,
  ]
  return `${parts.filter(Boolean).join(' ')} ahead of the real time.`
}

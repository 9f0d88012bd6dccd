import { type FormEvent, useState } from 'react'
import type {
  KindName,
  NotificationSettings as Settings,
} from '../../../server/src/notifications/notification-shapes.ts'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { useDo, useRead } from '../api/read.ts'
import { put } from '../api/request.ts'
import { kindWords } from '../notifications/notification-words.ts'
import { readAmount } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { AmountInput, Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { SettingsPage } from './settings-page.tsx'

const NOUN = 'notifications'

export function NotificationSettings() {
  const reading = useRead<Settings>({ noun: NOUN, path: '/dashboard/notifications/settings' })
  return (
    <SettingsPage
      title="Notifications"
      lead="Choose what you are notified of, and how. Your teammates choose for themselves."
    >
      {reading.data ? (
        <>
          <Kinds settings={reading.data} />
          <LowWallet key={String(reading.data.low_wallet_threshold)} threshold={reading.data.low_wallet_threshold} />
        </>
      ) : (
        <Panel>
          {reading.error ? (
            <Failed problem={reading.error} onRetry={() => void reading.refetch()} />
          ) : (
            <Loading rows={6} />
          )}
        </Panel>
      )}
    </SettingsPage>
  )
}

type Choice = Settings['kinds'][number]

/** Each checkbox is saved as soon as it changes. */
function Kinds({ settings: { kinds, has_mail, email } }: { settings: Settings }) {
  const save = useDo(
    (choice: Choice) => put<Settings>('/dashboard/notifications/settings', { kinds: [choice] }),
    [NOUN],
  )
  // A change is shown immediately, and reverted if the service refuses it. Several may be under way.
  const [changed, setChanged] = useState<Choice[]>([])
  const choose = (choice: Choice) => {
    const forget = () => setChanged((all) => all.filter((each) => each !== choice))
    setChanged((all) => [...all, choice])
    save.mutate(choice, {
      onSuccess: forget,
      onError: (problem) => {
        forget()
        toast.failed(problem)
      },
    })
  }
  const shown = (choice: Choice) => changed.findLast(({ kind }) => kind === choice.kind) ?? choice
  return (
    <Panel
      flush
      title="What you are notified of"
      note={has_mail ? `Mail goes to ${email}. It never contains a passcode.` : 'This service sends no mail.'}
    >
      <div className="overflow-x-auto border-t border-line">
        <table className="w-full text-sm" aria-label="What you are notified of">
          <thead>
            <tr className="border-b border-line text-left text-[13px] text-soft">
              <th className="px-5 py-2 font-medium">Kind</th>
              <th className="w-20 px-3 py-2 text-center font-medium">Inbox</th>
              <th className="w-20 px-3 py-2 text-center font-medium">Mail</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {kinds.map(shown).map((choice) => (
              <tr key={choice.kind}>
                <td className="px-5 py-3">
                  <span className="font-medium">{kindWords[choice.kind].name}</span>
                  <span className="block text-[13px] text-soft">{kindWords[choice.kind].hint}</span>
                </td>
                <Tick
                  kind={choice.kind}
                  way="inbox"
                  checked={choice.inbox}
                  onTick={(inbox) => choose({ ...choice, inbox })}
                />
                <Tick
                  kind={choice.kind}
                  way="mail"
                  checked={choice.mail}
                  disabled={!has_mail}
                  onTick={(mail) => choose({ ...choice, mail })}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

type TickProps = {
  kind: KindName
  way: 'inbox' | 'mail'
  checked: boolean
  disabled?: boolean
  onTick: (checked: boolean) => void
}

function Tick({ kind, way, checked, disabled = false, onTick }: TickProps) {
  return (
    <td className="px-3 py-3 text-center">
      <input
        type="checkbox"
        aria-label={`${kindWords[kind].name}: ${way}`}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onTick(target.checked)}
        className="size-4 accent-(--accent) disabled:opacity-50"
      />
    </td>
  )
}

function LowWallet({ threshold }: { threshold: number | null }) {
  const environment = useEnvironment()
  const mayChange = useMay()('operate')
  const [problem, setProblem] = useState<string>()
  const save = useDo(
    (amount: number | null) => put<Settings>('/dashboard/notifications/low-wallet', { threshold: amount }),
    [NOUN, 'audit'],
  )
  const store = (amount: number | null) =>
    save.mutate(amount, {
      onSuccess: () => toast.done(amount === null ? 'Nobody is notified of a low wallet.' : 'The threshold is saved.'),
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const amount = readAmount(String(new FormData(event.currentTarget).get('threshold')))
    const isWrong = amount === undefined || amount < 1
    setProblem(isWrong ? 'Enter an amount of at least $1, with at most two decimals.' : undefined)
    if (!isWrong) store(amount)
  }
  return (
    <Panel
      title="Low wallet"
      note={`For everybody, in ${environment === 'sandbox' ? 'the sandbox' : 'production'}. You are notified once, and again after the balance has been 20 % above the threshold.`}
    >
      <form onSubmit={submit} onChange={() => setProblem(undefined)} className="grid max-w-md gap-4">
        <fieldset disabled={!mayChange} className="grid gap-4">
          <Field
            label="Threshold"
            hint={threshold === null ? 'It is off. Nobody is notified.' : 'A balance below it is low.'}
            error={problem}
          >
            <AmountInput name="threshold" defaultValue={threshold === null ? '' : threshold.toFixed(2)} />
          </Field>
          {save.error && <Notice tone="bad">{save.error.message}</Notice>}
          {mayChange && (
            <div className="flex flex-wrap gap-2">
              <Button type="submit" look="primary" busy={save.isPending}>
                Save
              </Button>
              {threshold !== null && <Button onClick={() => store(null)}>Turn off</Button>}
            </div>
          )}
        </fieldset>
      </form>
    </Panel>
  )
}

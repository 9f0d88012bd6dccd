import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { type Page, useRead } from '../api/read.ts'
import type { CardListItem, Transaction, WalletBalance, Webhook } from '../api/schemas.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Panel } from '../ui/panel.tsx'

type Step = { name: string; text: string; to: string; action: string; isDone: boolean }

const HIDDEN_KEY = 'cardwright.first-steps-hidden'

type FirstStepsState = { isKnown: boolean; steps: Step[]; hide: () => void }

/**
 * The steps to a working integration: none when all are done or when somebody hid them. Until `isKnown`, the page cannot
 * tell whether the panel will push everything else down.
 */
export function useFirstSteps(): FirstStepsState {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) !== null)
  const { steps, isFailed } = useSteps()
  const isDone = steps?.every(({ isDone }) => isDone) ?? true
  const hide = () => {
    localStorage.setItem(HIDDEN_KEY, 'yes')
    setHidden(true)
  }
  return {
    isKnown: isHidden || isFailed || steps !== undefined,
    steps: isHidden || isDone ? [] : steps!,
    hide,
  }
}

export function FirstSteps({ steps, hide }: Pick<FirstStepsState, 'steps' | 'hide'>) {
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Panel
      title="First steps"
      note={`${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`}
      actions={
        <Button look="ghost" size="small" onClick={hide} icon={<X className="size-3.5" aria-hidden />}>
          Hide
        </Button>
      }
    >
      <ol
        className={classes(
          'grid gap-3',
          steps.length === 4 ? 'sm:grid-cols-2 xl:grid-cols-4' : 'md:auto-cols-fr md:grid-flow-col',
        )}
      >
        {steps.map((step, index) => (
          <OneStep key={step.name} step={step} number={index + 1} isNext={index === next} />
        ))}
      </ol>
    </Panel>
  )
}

function OneStep({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { name, text, to, action, isDone } = step
  return (
    <li className="flex flex-col items-start gap-2 rounded-xl border border-line p-4">
      <span className="flex items-center gap-2.5 font-medium">
        <span
          aria-hidden
          className={classes(
            'grid size-6 place-items-center rounded-full text-[13px]',
            isDone ? 'bg-good-soft text-good' : 'bg-sunken text-soft',
          )}
        >
          {isDone ? <Check className="size-3.5" /> : number}
        </span>
        {name}
        {isDone && <span className="sr-only">(done)</span>}
      </span>
      <span className={classes('flex-1 text-[13px] text-soft', isDone && 'max-sm:hidden')}>{text}</span>
      {!isDone && (
        <Link to={to} className={buttonLook(isNext ? 'primary' : 'secondary', 'small')}>
          {action}
        </Link>
      )}
    </li>
  )
}

/** `steps` is undefined until it is known which of them are done. */
function useSteps(): { steps: Step[] | undefined; isFailed: boolean } {
  const may = useMay()
  const mayAddWebhooks = may('reveal') // webhooks carry passcodes
  const isSandbox = useEnvironment() === 'sandbox'
  const wallet = useRead<WalletBalance>({ noun: 'wallet', path: '/v1/wallet/balance' })
  const cards = useRead<Page<CardListItem>>({ noun: 'cards', path: '/v1/cards', query: { per_page: 1 } })
  const transactions = useRead<Page<Transaction>>({
    noun: 'transactions',
    path: '/v1/transactions',
    query: { per_page: 8 },
  })
  const webhooks = useRead<{ data: Webhook[] }>({ noun: 'webhooks', path: '/v1/webhooks', enabled: mayAddWebhooks })
  const isFailed = [wallet, cards, transactions, webhooks].some(({ isError }) => isError)
  if (!wallet.data || !cards.data || !transactions.data || (mayAddWebhooks && !webhooks.data))
    return { steps: undefined, isFailed }
  const steps: (Step | false)[] = [
    {
      name: 'Fund the wallet',
      text: 'Send crypto to one of your addresses; it arrives as US dollars.',
      to: '/wallet',
      action: 'Show the addresses',
      isDone: wallet.data.total_deposited > 0,
    },
    may('operate') && {
      name: 'Create a card',
      text: 'Choose a BIN, add money and set limits.',
      to: '/cards',
      action: 'Create a card',
      isDone: cards.data.pagination.total > 0,
    },
    isSandbox &&
      may('develop') && {
        name: 'Buy something',
        text: 'Use the card in the test shop, with a 3-D Secure passcode.',
        to: '/shop',
        action: 'Open the test shop',
        isDone: transactions.data.pagination.total > 0,
      },
    mayAddWebhooks && {
      name: 'Add a webhook',
      text: 'Notify your software of every purchase as it happens.',
      to: '/developers/webhooks',
      action: 'Add a webhook',
      isDone: (webhooks.data?.data.length ?? 0) > 0,
    },
  ]
  return { steps: steps.filter((step) => step !== false), isFailed }
}

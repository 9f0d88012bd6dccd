import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import type { Deposit } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { money } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Copy, Id } from '../ui/copy.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { ExactTime } from '../ui/times.tsx'
import { Confirmations } from './confirmations.tsx'
import { coins, currencies } from './currencies.ts'

/** One deposit, in a sheet beside the list. The address names the deposit, so it can be shared. */
export function DepositSheet() {
  const { filters, set } = useFilters()
  const close = () => set({ deposit: undefined, page: filters.page })
  return (
    <Sheet isInAddress open={filters.deposit !== undefined} onClose={close} title="Deposit">
      {filters.deposit !== undefined && <DepositFacts id={filters.deposit} />}
    </Sheet>
  )
}

function DepositFacts({ id }: { id: string }) {
  const { data, error, refetch } = useRead<Deposit>({
    noun: 'deposits',
    path: `/v1/wallet/deposits/${encodeURIComponent(id)}`,
  })
  if (error && !data) return <Failed problem={error} onRetry={refetch} />
  if (!data) return <Loading rows={8} />
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="tabular text-2xl font-semibold tracking-tight">{coins(data)}</p>
        <Status of={data.status} />
      </div>
      <Explanation deposit={data} />
      <Facts of={factsOf(data)} />
      <Simulate deposit={data} />
    </div>
  )
}

const explanations: Record<Deposit['status'], { tone: 'info' | 'good' | 'warn'; text: string }> = {
  pending: {
    tone: 'info',
    text: 'The network has seen it. It is credited after enough confirmations. Until then the figures are estimates at the current rate.',
  },
  confirmed: { tone: 'good', text: 'Credited to the wallet at the rate when it was confirmed.' },
  expired: {
    tone: 'warn',
    text: 'Not credited: it was below the minimum, disappeared from the chain, or was not confirmed within a day. If it reappears, it is processed again.',
  },
}

function Explanation({ deposit }: { deposit: Deposit }) {
  const { tone, text } = explanations[deposit.status]
  return <Notice tone={tone}>{text}</Notice>
}

function factsOf(deposit: Deposit): [string, ReactNode][] {
  const isEstimate = deposit.status === 'pending'
  const dollars = (amount: number) => `${isEstimate ? 'about ' : ''}${money(amount)}`
  return [
    ['Network', currencies[deposit.currency].network],
    ['Confirmations', <Confirmations key="confirmations" deposit={deposit} />],
    ['Value', dollars(deposit.amount_usd)],
    ['Fee', dollars(deposit.fee_usd)],
    ['Credited', <strong key="credited">{dollars(deposit.credited_usd)}</strong>],
    ['Detected', <ExactTime key="detected" at={deposit.created_at} />],
    ...(deposit.confirmed_at
      ? [['Confirmed', <ExactTime key="confirmed" at={deposit.confirmed_at} />] as [string, ReactNode]]
      : []),
    [
      'Transaction hash',
      <span key="hash" className="flex items-start gap-1">
        <code className="font-mono text-[13px] break-all">{deposit.tx_hash}</code>
        <Copy text={deposit.tx_hash} what="transaction hash" />
      </span>,
    ],
    ['Id', <Id key="id" of={deposit.id} what="deposit id" />],
  ]
}

function Simulate({ deposit }: { deposit: Deposit }) {
  const isSandbox = useEnvironment() === 'sandbox'
  const may = useMay()
  if (!isSandbox || !may('develop') || deposit.status !== 'pending') return null
  return (
    <Link to="/sandbox" hash="deposit" className={buttonLook()}>
      Confirm or expire it in the sandbox
    </Link>
  )
}

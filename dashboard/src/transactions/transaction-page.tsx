import { Link, useParams } from '@tanstack/react-router'
import type { PurchaseDetail } from '../../../server/src/purchases/purchase-shapes.ts'
import { useRead } from '../api/read.ts'
import type { CardSummary, FullTransaction } from '../api/schemas.ts'
import { countryName } from '../cards/bin-words.ts'
import { NetworkMark } from '../cards/network-mark.tsx'
import { NotRead } from '../shell/elsewhere.tsx'
import { NotesPanel } from '../transaction-notes/notes-panel.tsx'
import { Amount, money } from '../ui/amounts.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Status, words } from '../ui/badge.tsx'
import { CardNameLine } from '../ui/card-name.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { conversionText, ForeignAmount } from '../ui/foreign.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'
import { ExactTime } from '../ui/times.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { DeclineNotice } from './decline-notice.tsx'
import { NetworkPanel } from './network-panel.tsx'
import { PurchaseActions } from './purchase-actions.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { Timeline } from './timeline.tsx'

export function TransactionPage() {
  const { transactionId } = useParams({ strict: false }) as { transactionId: string }
  const path = `/v1/transactions/${encodeURIComponent(transactionId)}`
  const transaction = useRead<FullTransaction>({ noun: 'transactions', path })
  if (transaction.data) return <OneTransaction transaction={transaction.data} />
  return (
    <Page title="Transaction" above={<BackLink to="/transactions" name="Transactions" />}>
      <Panel>
        {transaction.error ? (
          <NotRead
            problem={transaction.error}
            onRetry={() => void transaction.refetch()}
            path={path}
            what="transaction"
          />
        ) : (
          <Loading rows={8} />
        )}
      </Panel>
    </Page>
  )
}

function OneTransaction({ transaction }: { transaction: FullTransaction }) {
  const purchase = useRead<PurchaseDetail>({
    noun: 'transactions',
    path: `/dashboard/purchases/${transaction.id}`,
  }).data
  return (
    <Page
      title={transaction.merchant.name}
      above={<BackLink to="/transactions" name="Transactions" />}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Status of={purchase?.status ?? transaction.type} />
          <Amount of={transaction.amount} signed className="font-medium" />
          <ForeignAmount of={transaction} />
          <span>
            <ExactTime at={transaction.created_at} />
          </span>
        </span>
      }
    >
      {transaction.decline_reason && <DeclineNotice transaction={transaction} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-5">
          <Panel title="Timeline" note="Oldest first.">
            <Timeline steps={transaction.authorization_timeline} />
          </Panel>
          <RulesPanel results={transaction.rule_results} />
          {transaction.decision && <DecisionPanel decision={transaction.decision} />}
          <NotesPanel transactionId={transaction.id} />
        </div>
        <div className="grid min-w-0 gap-5">
          {purchase && <PurchasePanel of={purchase} />}
          {purchase && <PurchaseActions purchase={purchase} />}
          <Panel title="Amounts of this entry">
            <Facts of={amountsOf(transaction)} />
          </Panel>
          <Panel title="Merchant">
            <Facts of={merchantOf(transaction)} />
          </Panel>
          <NetworkPanel of={transaction} />
          <Panel title="References">
            <Facts of={referencesOf(transaction)} />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

/** The totals over all entries of the purchase. */
function PurchasePanel({ of }: { of: PurchaseDetail }) {
  const { status, amount, held_amount, settled_amount, refunded_amount, authorization_id } = of
  if (authorization_id === null && of.settlements.length === 0) return null
  const released = Math.round((amount - settled_amount - held_amount) * 100) / 100
  const rows: [string, number][] = [
    ...(authorization_id === null ? [] : ([['Authorized', amount]] as [string, number][])),
    ['Held now', held_amount],
    ['Settled', settled_amount],
    ...(released > 0 ? ([['Released', released]] as [string, number][]) : []),
    ['Refunded', refunded_amount],
  ]
  return (
    <Panel title="Purchase">
      <Facts
        of={[
          ['Status', <Status key="status" of={status} />],
          ...rows.map(([name, value]): [string, React.ReactNode] => [name, <Amount key={name} of={value} />]),
        ]}
      />
    </Panel>
  )
}

const asked: Record<FullTransaction['type'], string> = {
  authorization: 'Authorized',
  settlement: 'Settled',
  refund: 'Refunded',
  decline: 'Asked for',
}

function amountsOf(transaction: FullTransaction): [string, React.ReactNode][] {
  const { type, amount, held_amount, balance_after } = transaction
  const conversion = conversionText(transaction)
  return [
    [asked[type], <Amount key="amount" of={Math.abs(amount)} />],
    ...(conversion ? ([['By the merchant', conversion]] as [string, React.ReactNode][]) : []),
    type === 'decline' ? ['Moved', money(0)] : ['Still held', <Amount key="held" of={held_amount} />],
    ['Balance after', <Amount key="after" of={balance_after} />],
  ]
}

function merchantOf({ merchant, merchant_id, merchant_city }: FullTransaction): [string, React.ReactNode][] {
  return [
    ['Name', merchant.name],
    ['Category', words(merchant.category)],
    [
      'Code (MCC)',
      <span key="mcc" className="font-mono text-[13px]">
        {merchant.mcc}
      </span>,
    ],
    ...(merchant_city ? ([['City', merchant_city]] as [string, React.ReactNode][]) : []),
    ['Country', countryName(merchant.country)],
    ...(merchant_id
      ? ([['Merchant id', <Id key="id" of={merchant_id} what="merchant id" />]] as [string, React.ReactNode][])
      : []),
  ]
}

const threeDs: Record<FullTransaction['3ds_status'], string> = {
  not_required: 'Not asked for',
  pending: 'Passcode not entered',
  authenticated: 'Passcode confirmed',
  failed: 'Failed',
}

function referencesOf(transaction: FullTransaction): [string, React.ReactNode][] {
  const { id, card_id, authorization_id, authorization_status } = transaction
  return [
    ['Card', <CardLink key="card" cardId={card_id} />],
    ['3-D Secure', threeDs[transaction['3ds_status']]],
    ...(authorization_status
      ? ([['Authorization', <Status key="status" of={authorization_status} />]] as [string, React.ReactNode][])
      : []),
    ...(authorization_id && authorization_id !== id
      ? ([['', <AuthorizationLink key="link" id={authorization_id} />]] as [string, React.ReactNode][])
      : []),
    ['Transaction id', <Id key="id" of={id} what="transaction id" />],
  ]
}

function AuthorizationLink({ id }: { id: string }) {
  return (
    <Link
      to="/transactions/$transactionId"
      params={{ transactionId: id }}
      className="text-accent-ink underline underline-offset-2"
    >
      Open the authorization
    </Link>
  )
}

function CardLink({ cardId }: { cardId: string }) {
  const card = useRead<CardSummary>({ noun: 'cards', path: `/v1/cards/${cardId}` })
  return (
    <Link to="/cards/$cardId" params={{ cardId }} className="inline-flex max-w-full items-center gap-2 hover:underline">
      {card.data && <NetworkMark network={card.data.network} />}
      {card.data ? <CardNameLine {...card.data} /> : 'Open the card'}
    </Link>
  )
}

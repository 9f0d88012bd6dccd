import { Link } from '@tanstack/react-router'
import { PlugZap, TriangleAlert } from 'lucide-react'
import type { DepositTerms } from '../../../server/src/dashboard/shapes/deposit-terms.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import type { DepositAddresses } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { Choices } from '../ui/choices.tsx'
import { Copy } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { type Currency, currencies, currencyNames, isCurrency } from './currencies.ts'

export function DepositAddress() {
  const { data, error, refetch } = useRead<DepositAddresses>({ noun: 'addresses', path: '/v1/wallet/deposit-address' })
  const { filters, set } = useFilters()
  const taken = currencyNames.filter((currency) => data?.addresses[currency] !== undefined)
  const chosen = isCurrency(filters.add) && taken.includes(filters.add) ? filters.add : taken[0]
  return (
    <Panel
      title="Add money"
      note="The address does not change. You can save it and use it again."
      actions={
        chosen && (
          <Choices
            label="Currency"
            value={chosen}
            options={taken.map((currency) => ({ value: currency, name: currencies[currency].code }))}
            onChoose={(add) => set({ add, page: filters.page })}
          />
        )
      }
    >
      {error?.id === 'invalid_currency' && <NotTaken />}
      {error && error.id !== 'invalid_currency' && !data && <Failed problem={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={5} />}
      {data && chosen && <OneAddress currency={chosen} addresses={data} />}
    </Panel>
  )
}

function NotTaken() {
  return (
    <Empty icon={<PlugZap className="size-5" aria-hidden />} title="Deposits are not set up on this installation">
      The operator sets a node and an extended public key for each currency, such as BITCOIN_RPC_URLS and BTC_XPUB, and
      starts the service again. Your addresses then appear here.
    </Empty>
  )
}

function OneAddress({ currency, addresses }: { currency: Currency; addresses: DepositAddresses }) {
  const { code, network } = currencies[currency]
  const address = addresses.addresses[currency]!
  const terms = useRead<DepositTerms>({ noun: 'terms', path: '/dashboard/deposit-terms' }).data
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="justify-self-center">
        <QrCode text={address} label={`QR code of your ${code} address`} />
      </div>
      <div className="grid content-start gap-4">
        <div className="grid gap-1.5">
          <p className="text-[13px] text-soft">
            Your {code} address on {network}
          </p>
          <div className="flex flex-wrap items-center gap-2.5">
            <code className="font-mono text-sm break-all">{address}</code>
            <Copy text={address} what={`${code} address`} label="Copy" />
          </div>
        </div>
        <NetworkWarning currency={currency} />
        {addresses.environment === 'sandbox' && <TestAddress />}
        <Facts
          of={[
            ['Network', network],
            ['Smallest deposit', `${addresses.min_deposit[currency]} ${code}; smaller deposits are not credited`],
            ['Credited after', terms ? `${terms.confirmations[currency]} confirmations` : '…'],
            ['Fee', terms ? `${terms.fee_percent}%` : '…'],
          ]}
        />
      </div>
    </div>
  )
}

function NetworkWarning({ currency }: { currency: Currency }) {
  const { only, warning } = currencies[currency]
  return (
    <div role="note" className="flex gap-3 rounded-xl border-2 border-warn bg-warn-soft px-4 py-3">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warn" aria-hidden />
      <div className="grid gap-0.5">
        <p className="font-semibold">{only}</p>
        <p className="text-sm">{warning}</p>
      </div>
    </div>
  )
}

function TestAddress() {
  const may = useMay()
  return (
    <Notice tone="bad">
      This is a test address that nobody controls. Real money sent to it is lost.{' '}
      {may('develop') && (
        <Link to="/sandbox" hash="deposit" className="font-medium underline underline-offset-2">
          Simulate a deposit
        </Link>
      )}
    </Notice>
  )
}

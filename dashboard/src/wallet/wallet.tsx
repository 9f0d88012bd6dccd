import { useFilters } from '../shell/filters.ts'
import { Choices } from '../ui/choices.tsx'
import { Page } from '../ui/page.tsx'
import { Balances } from './balances.tsx'
import { DepositAddress } from './deposit-address.tsx'
import { DepositSheet } from './deposit-sheet.tsx'
import { Deposits } from './deposits.tsx'
import { Movements } from './movements.tsx'

const views = [
  { value: 'deposits', name: 'Deposits' },
  { value: 'movements', name: 'All movements' },
] as const

export function Wallet() {
  const { filters, set } = useFilters()
  const view = filters.view === 'movements' ? 'movements' : 'deposits'
  const choice = (
    <Choices
      label="What to list"
      value={view}
      options={views}
      onChoose={(next) => set({ view: next === 'deposits' ? undefined : next })}
    />
  )
  return (
    <Page title="Wallet" lead="One wallet in US dollars, filled by crypto deposits. Cards are funded from it.">
      <Balances />
      <DepositAddress />
      {view === 'deposits' ? <Deposits choice={choice} /> : <Movements choice={choice} />}
      <DepositSheet />
    </Page>
  )
}

import { LinkTabs } from '../ui/link-tabs.tsx'

/** Two views of the same money: one row per purchase, or one row per entry. */
export function TransactionTabs() {
  return (
    <LinkTabs
      label="Transactions"
      tabs={[
        { to: '/transactions', name: 'Purchases', exact: true },
        { to: '/transactions/entries', name: 'All entries' },
      ]}
    />
  )
}

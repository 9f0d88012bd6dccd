import { LinkTabs } from '../ui/link-tabs.tsx'

/** The same money twice: one row for a purchase, or one for each of its entries. */
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

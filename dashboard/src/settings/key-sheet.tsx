import type { DashboardKey } from '../../../server/src/dashboard/shapes/keys.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { ExactTime, Time } from '../ui/times.tsx'
import { budgetInWords, cardsInWords, policyInWords } from './key-words.ts'

type Props = {
  apiKey: DashboardKey | undefined
  onClose: () => void
  onNarrow: (key: DashboardKey) => void
  onRevoke: (key: DashboardKey) => void
}

export function KeySheet({ apiKey, onClose, onNarrow, onRevoke }: Props) {
  return (
    <Sheet
      open={apiKey !== undefined}
      onClose={onClose}
      title={apiKey?.name ?? ''}
      description="What this key may do, its restrictions, and what it has used."
    >
      {apiKey && (
        <div className="grid gap-6">
          <KeyFacts of={apiKey} />
          <ScopeUses of={apiKey} />
          {apiKey.revoked_at === null && (
            <div className="flex gap-2.5">
              <Button onClick={() => onNarrow(apiKey)}>Narrow</Button>
              <Button onClick={() => onRevoke(apiKey)}>Revoke</Button>
            </div>
          )}
        </div>
      )}
    </Sheet>
  )
}

function KeyFacts({ of: key }: { of: DashboardKey }) {
  return (
    <Facts
      of={[
        ['Id', <Id key="id" of={key.id} what="the id of the key" />],
        ['Kind', key.kind === 'agent' ? 'Agent' : 'Standard'],
        ['Cards', cardsInWords(key)],
        ['Budget', budgetInWords(key)],
        ['Approved automatically', policyInWords(key)],
        ['Ends', key.expires_at ? <ExactTime key="time" at={key.expires_at} /> : 'Never'],
        ['Addresses', key.ip_allow?.join(', ') ?? 'Any'],
        ['Created', <ExactTime key="created" at={key.created_at} />],
        ['Revoked', key.revoked_at ? <ExactTime key="time" at={key.revoked_at} /> : 'No'],
      ]}
    />
  )
}

function ScopeUses({ of: { scopes, scope_uses } }: { of: DashboardKey }) {
  return (
    <section className="grid gap-2.5">
      <h3 className="text-[13px] font-medium">Scopes, and when each was last used</h3>
      <Facts
        of={scopes.map((scope) => [
          scope,
          scope_uses[scope] ? <Time key={scope} at={scope_uses[scope]} /> : <span key={scope}>Never</span>,
        ])}
      />
    </section>
  )
}

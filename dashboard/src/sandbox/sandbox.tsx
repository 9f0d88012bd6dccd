import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { SandboxOnly } from '../shell/sandbox-only.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { ActOnAuthorization } from './authorization-actions.tsx'
import { SimulateChallenge } from './challenge.tsx'
import { ChosenCard, useChosenCard } from './chosen-card.tsx'
import { Clock } from './clock.tsx'
import { SimulateDeposit } from './deposit.tsx'
import { ForceSettlement } from './forced-settlement.tsx'
import { SimulatePurchase } from './purchase.tsx'
import { ExchangeRates } from './rates.tsx'
import { SimulateRefund } from './refund.tsx'
import { Reset } from './reset.tsx'

export function Sandbox() {
  return (
    <Page
      title="Sandbox"
      lead="Simulate merchants, deposits and time. Each action is also an API call under /v1/sandbox."
      actions={
        <Link to="/shop" className={buttonLook()}>
          <Store className="size-4" aria-hidden />
          Test shop
        </Link>
      }
    >
      <SandboxOnly>
        <Simulations />
      </SandboxOnly>
    </Page>
  )
}

function Simulations() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [resets, setResets] = useState(0)
  // Nothing from the old sandbox may appear in the new one, neither cached reads nor the results of the forms.
  const startOver = async () => {
    await navigate({ to: '/sandbox', search: {}, replace: true })
    queries.removeQueries({ queryKey: ['sandbox'] })
    setResets(resets + 1)
  }
  return <Forms key={resets} onReset={() => void startOver()} />
}

function Forms({ onReset }: { onReset: () => void }) {
  const chosen = useChosenCard()
  const cardId = chosen.card?.id
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))] lg:items-start">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <ChosenCard of={chosen} />
        <SimulatePurchase cardId={cardId} />
        <ForceSettlement cardId={cardId} />
        <div id="deposit" className="scroll-mt-20">
          <SimulateDeposit />
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <Clock />
        <ActOnAuthorization key={`authorization ${cardId}`} cardId={cardId} />
        <SimulateRefund key={`refund ${cardId}`} cardId={cardId} />
        <SimulateChallenge cardId={cardId} />
        <ExchangeRates />
        <Reset onReset={onReset} />
      </div>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { SandboxOnly } from '../shell/sandbox-only.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { ActOnAuthorization } from './authorization-actions.tsx'
import { CardPicker, useCards } from './card-picker.tsx'
import { SimulateChallenge } from './challenge.tsx'
import { Clock } from './clock.tsx'
import { SimulateDeposit } from './deposit.tsx'
import { ForceSettlement } from './forced-settlement.tsx'
import { SimulatePurchase } from './purchase.tsx'
import { SimulateRefund } from './refund.tsx'
import { Reset } from './reset.tsx'

export function Sandbox() {
  return (
    <Page
      title="Sandbox"
      lead="Be the merchant, the chain and the calendar. Everything here is an API call under /v1/sandbox too."
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
  const cards = useCards()
  const cardId = cards.chosen?.id
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <div className="grid gap-5">
        <CardPicker of={cards} />
        <SimulatePurchase cardId={cardId} />
        <ForceSettlement cardId={cardId} />
        <div id="deposit" className="scroll-mt-20">
          <SimulateDeposit />
        </div>
      </div>
      <div className="grid gap-5">
        <Clock />
        <ActOnAuthorization key={`authorization ${cardId}`} cardId={cardId} />
        <SimulateRefund key={`refund ${cardId}`} cardId={cardId} />
        <SimulateChallenge cardId={cardId} />
        <Reset onReset={() => cards.choose(undefined)} />
      </div>
    </div>
  )
}

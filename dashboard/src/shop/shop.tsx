import { Anchor } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SandboxOnly } from '../shell/sandbox-only.tsx'
import { money } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { BankPage } from './bank-page.tsx'
import { Checkout } from './checkout.tsx'
import { type Basket, shop, totalOf } from './products.ts'
import { Receipt } from './receipt.tsx'
import { Shelf } from './shelf.tsx'
import './shop.css'
import { Summary } from './summary.tsx'
import { useCheckout } from './use-checkout.ts'
import { Window } from './window.tsx'

export function Shop() {
  return (
    <Page title="Test shop" lead="A merchant's checkout, as your cardholders see it.">
      <SandboxOnly>
        <Visit />
      </SandboxOnly>
    </Page>
  )
}

function Visit() {
  const [basket, setBasket] = useState<Basket>({ beans: 1 })
  const total = totalOf(basket)
  const { place, busy, error, submit, answerBank, goTo } = useCheckout(total)
  if (place.at === 'bank')
    return (
      <Window site="bank" address="secure.cardwright-issuing.example/3ds">
        <BankPage
          total={total}
          lastFour={place.entry.number.slice(-4)}
          busy={busy}
          error={error}
          onAnswer={answerBank}
          onCancel={() => goTo({ at: 'checkout' })}
        />
      </Window>
    )
  return (
    <Window site="shop" address={`harbour-coffee.example/${place.at === 'shelf' ? '' : place.at}`}>
      <Banner />
      {place.at === 'receipt' && (
        <Receipt
          outcome={place.outcome}
          total={total}
          onAgain={() => goTo({ at: 'shelf' })}
          onRetry={() => goTo({ at: 'checkout' })}
        />
      )}
      {place.at === 'shelf' && (
        <WithBasket basket={basket}>
          <Shelf basket={basket} onChange={setBasket} />
          <Button look="primary" disabled={total === 0} onClick={() => goTo({ at: 'checkout' })}>
            {total === 0 ? 'The basket is empty' : `Check out, ${money(total)}`}
          </Button>
        </WithBasket>
      )}
      {place.at === 'checkout' && (
        <WithBasket basket={basket}>
          <Checkout total={total} busy={busy} error={error} onPay={submit} onBack={() => goTo({ at: 'shelf' })} />
        </WithBasket>
      )}
    </Window>
  )
}

function Banner() {
  return (
    <header className="flex items-center gap-3 border-b border-line px-6 py-4">
      <Anchor className="size-6 text-accent" aria-hidden />
      <h2 className="font-serif text-xl tracking-tight">{shop.name}</h2>
    </header>
  )
}

function WithBasket({ basket, children }: { basket: Basket; children: ReactNode }) {
  return (
    <div className="grid gap-8 p-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid content-start gap-5">{children}</div>
      <aside aria-label="Your basket" className="grid gap-3 rounded-xl bg-sunken p-5 max-lg:order-first lg:self-start">
        <h3 className="font-serif text-lg">Your basket</h3>
        {totalOf(basket) === 0 ? <p className="text-sm text-soft">It is empty.</p> : <Summary basket={basket} />}
      </aside>
    </div>
  )
}

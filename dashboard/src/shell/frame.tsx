// The frame of every page: the sidebar (a drawer on a phone), the environment, the palette and the user menu.

import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useEnvironment } from '../api/environment.ts'
import { useLive } from '../api/live.ts'
import { useMay, useMe } from '../api/me.ts'
import { BulkDock } from '../cards/bulk/bulk-dock.tsx'
import { NotificationBell } from '../notifications/bell.tsx'
import { Palette } from '../palette/palette.tsx'
import { WaitingCount } from '../spend-requests/waiting-count.tsx'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { EnvironmentSwitch, SandboxBand } from './environment-switch.tsx'
import { Logo } from './logo.tsx'
import { placesFor } from './navigation.ts'
import { PersonMenu } from './person-menu.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SignInAgain } from './sign-in-again.tsx'

export function Frame() {
  // An owner may start to require two-factor sign-in while the page is open.
  return useMe().two_factor_setup_required ? <Navigate to="/set-up-two-factor" /> : <SignedIn />
}

function SignedIn() {
  const may = useMay()
  const environment = useEnvironment()
  const [isPaletteOpen, openPalette] = useState(false)
  useLive(may('reveal'), (event) => {
    if (event.type !== '3ds.challenge') return
    toast.done(
      event.data.method === 'out_of_band'
        ? 'A payment waits for your approval on the 3-D Secure page.'
        : 'A merchant asks for a 3-D Secure passcode.',
    )
  })
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-lg focus:bg-surface focus:px-3 focus:py-2"
      >
        Skip to the content
      </a>
      <div className="flex flex-1">
        <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-surface/60 lg:flex">
          <Side onSearch={() => openPalette(true)} />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <SandboxBand />
          <PhoneBar onSearch={() => openPalette(true)} />
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8"
          >
            {/* A new key remounts the page, so nothing from the old environment stays on the screen. */}
            <Suspense key={environment} fallback={<Loading rows={6} />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <Palette open={isPaletteOpen} onOpenChange={openPalette} />
      <ProofDialog />
      <SignInAgain />
      <BulkDock />
    </div>
  )
}

function Side({ onSearch }: { onSearch: () => void }) {
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-4">
      <div className="flex items-center justify-between gap-2">
        <Link to="/" className="px-1.5 pt-1">
          <Logo />
        </Link>
        <NotificationBell />
      </div>
      <EnvironmentSwitch />
      <button
        type="button"
        onClick={onSearch}
        className="flex items-center gap-2 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-[13px] text-soft hover:border-line-strong hover:text-ink"
      >
        <Search className="size-3.5" aria-hidden />
        Search
        <kbd className="ml-auto rounded border border-line px-1.5 font-sans text-[11px] whitespace-nowrap">Ctrl K</kbd>
      </button>
      <Places />
      <div className="mt-auto">
        <PersonMenu />
      </div>
    </div>
  )
}

function Places() {
  const groups = placesFor(useMay(), useEnvironment())
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav aria-label="Main" className="grid gap-4">
      {groups.map(({ title, places }) => (
        <div key={title ?? 'main'} className="grid gap-0.5">
          {title && <p className="px-2.5 pb-1 text-xs font-medium text-soft">{title}</p>}
          {places.map(({ to, name, icon: Icon, tabs, counts }) => (
            <Link
              key={to}
              to={tabs?.[0]?.to ?? to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              data-within={isWithin(path, to) || undefined}
              className="flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm text-soft hover:bg-sunken hover:text-ink data-within:bg-accent-soft data-within:font-medium data-within:text-accent-ink"
            >
              <Icon className="size-4" aria-hidden />
              {name}
              {counts && <WaitingCount />}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}

function isWithin(path: string, place: string): boolean {
  return path === place || (place !== '/' && path.startsWith(`${place}/`))
}

function PhoneBar({ onSearch }: { onSearch: () => void }) {
  const [isOpen, open] = useState(false)
  const isSearchNext = useRef(false)
  const menu = useRef<HTMLButtonElement>(null)
  // The search opens after the focus is back on the menu button, so that the search returns the focus there too.
  const afterClosing = (event: Event) => {
    event.preventDefault()
    menu.current?.focus()
    if (isSearchNext.current) onSearch()
    isSearchNext.current = false
  }
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes
  useEffect(() => open(false), [path])
  return (
    <div className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-surface/90 px-3 py-2 backdrop-blur lg:hidden">
      <Dialog.Root open={isOpen} onOpenChange={open}>
        <Dialog.Trigger asChild>
          <Button
            ref={menu}
            look="ghost"
            size="icon"
            aria-label="Menu"
            icon={<MenuIcon className="size-5" aria-hidden />}
          />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45 animate-fade" />
          <Dialog.Content
            aria-describedby={undefined}
            onCloseAutoFocus={afterClosing}
            className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r border-line bg-surface shadow-float"
          >
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Side
              onSearch={() => {
                isSearchNext.current = true
                open(false)
              }}
            />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Link to="/" aria-label="Home">
        <Logo />
      </Link>
      <NotificationBell className="ml-auto" />
      <Button
        look="ghost"
        size="icon"
        aria-label="Search"
        onClick={onSearch}
        icon={<Search className="size-5" aria-hidden />}
      />
    </div>
  )
}

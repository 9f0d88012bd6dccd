import { useNavigate } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, Clock, LogOut, Moon, Settings, Sun, SunMoon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../api/me.ts'
import { words } from '../ui/badge.tsx'
import { Menu } from '../ui/menu.tsx'
import { useZone } from '../ui/zone.ts'
import { chooseTheme, type Theme, useTheme } from './theme.ts'
import { useSignOut } from './use-sign-out.ts'

const ZoneDialog = lazy(() => import('./zone-dialog.tsx'))

const themes: Record<Theme, { next: Theme; label: string; icon: typeof Sun }> = {
  system: { next: 'light', label: 'Theme: system', icon: SunMoon },
  light: { next: 'dark', label: 'Theme: light', icon: Sun },
  dark: { next: 'system', label: 'Theme: dark', icon: Moon },
}

export function PersonMenu() {
  const { user, account } = useMe()
  const { next, label, icon: ThemeIcon } = themes[useTheme()]
  const zone = useZone()
  const [isZonesOpen, openZones] = useState(false)
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button type="button" className="flex w-full items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-sunken">
            <span
              className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-ink"
              aria-hidden
            >
              {initials(user.name)}
            </span>
            <span className="min-w-0 flex-1 text-[13px] leading-tight">
              <span className="block truncate font-medium">{user.name}</span>
              <span className="block truncate text-soft">
                {account.name} · {words(user.role)}
              </span>
            </span>
            <ChevronsUpDown className="size-3.5 shrink-0 text-soft" aria-hidden />
          </button>
        }
        items={[
          {
            label: 'Settings',
            icon: <Settings className="size-4" aria-hidden />,
            onSelect: () => void navigate({ to: '/settings/security' }),
          },
          {
            label: 'API reference',
            icon: <BookOpen className="size-4" aria-hidden />,
            onSelect: () => void open('/docs', '_blank', 'noopener'),
          },
          { label, icon: <ThemeIcon className="size-4" aria-hidden />, onSelect: () => chooseTheme(next) },
          {
            label: `Time zone: ${zone}`,
            icon: <Clock className="size-4" aria-hidden />,
            onSelect: () => openZones(true),
          },
          null,
          { label: 'Sign out', icon: <LogOut className="size-4" aria-hidden />, onSelect: () => void signOut() },
        ]}
      />
      {isZonesOpen && (
        <Suspense>
          <ZoneDialog onClose={() => openZones(false)} />
        </Suspense>
      )}
    </>
  )
}

function initials(name: string): string {
  const parts = name.trim().split(/\s+/)
  return ((parts[0]?.[0] ?? '?') + (parts.length > 1 ? parts.at(-1)![0] : '')).toUpperCase()
}

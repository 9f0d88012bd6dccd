import { useNavigate } from '@tanstack/react-router'
import { ArrowRightLeft, BookOpen, FileUp, LogOut, Moon, Plus, Sun, SunMoon } from 'lucide-react'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { useSwitchEnvironment } from '../shell/environment-switch.tsx'
import { chooseTheme, useTheme } from '../shell/theme.ts'
import { useSignOut } from '../shell/use-sign-out.ts'
import { type Hit, matchesText } from './hits.ts'

type Action = Hit & { also: string; isOffered?: boolean }

/** The actions that this person may take from any page. Actions on a card are listed with the found card. */
export function useActions(text: string): Hit[] {
  const navigate = useNavigate()
  const may = useMay()
  const other = useEnvironment() === 'sandbox' ? 'production' : 'sandbox'
  const switchTo = useSwitchEnvironment()
  const signOut = useSignOut()
  const theme = useTheme()
  const actions: Action[] = [
    {
      key: 'create-card',
      name: 'Create card',
      also: 'new issue add',
      icon: Plus,
      isOffered: may('operate'),
      run: () => void navigate({ to: '/cards', search: { create: '1' } }),
    },
    {
      key: 'create-cards',
      name: 'Create cards from CSV',
      also: 'new import bulk file',
      icon: FileUp,
      isOffered: may('operate'),
      run: () => void navigate({ to: '/cards/import' }),
    },
    {
      key: 'environment',
      name: `Switch to ${other}`,
      also: 'environment sandbox production live test',
      icon: ArrowRightLeft,
      run: () => void switchTo(other),
    },
    ...themes.map(({ value, name, icon }) => ({
      key: `theme-${value}`,
      name,
      also: 'theme appearance colours colors mode',
      icon,
      isOffered: theme !== value,
      run: () => chooseTheme(value),
    })),
    {
      key: 'reference',
      name: 'API reference',
      also: 'docs documentation openapi',
      icon: BookOpen,
      run: () => void open('/docs', '_blank', 'noopener'),
    },
    { key: 'sign-out', name: 'Sign out', also: 'log out leave', icon: LogOut, run: () => void signOut() },
  ]
  return actions.filter(({ name, also, isOffered = true }) => isOffered && matchesText(text, name, also))
}

const themes = [
  { value: 'light', name: 'Light theme', icon: Sun },
  { value: 'dark', name: 'Dark theme', icon: Moon },
  { value: 'system', name: "The system's theme", icon: SunMoon },
] as const

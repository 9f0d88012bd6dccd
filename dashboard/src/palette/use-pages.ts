import { useNavigate } from '@tanstack/react-router'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { type Place, placesFor } from '../shell/navigation.ts'
import { type Hit, matchesText } from './hits.ts'

/** The pages that this person may open. Each tab of a page is a row of its own. */
export function usePages(text: string): Hit[] {
  const navigate = useNavigate()
  return placesFor(useMay(), useEnvironment())
    .flatMap(({ places }) => places)
    .flatMap((place): Place[] => place.tabs?.map((tab) => ({ ...place, ...tab })) ?? [place])
    .filter(({ name, also }) => matchesText(text, name, also))
    .map(({ to, name, icon }) => ({ key: to, name, icon, run: () => void navigate({ to: to as '/' }) }))
}

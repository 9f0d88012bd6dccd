import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type {
  NewView,
  SavedView,
  SavedViews,
  ViewChanges,
  ViewedList,
} from '../../../server/src/dashboard/shapes/views.ts'
import { useDo, useRead } from '../api/read.ts'
import { patch, post, remove } from '../api/request.ts'
import { useFilters } from '../shell/filters.ts'
import { keptSearch } from './list-settings.ts'

const nouns = ['views']

export function useViews(list: ViewedList) {
  return useRead<SavedViews>({ noun: 'views', path: '/dashboard/views', query: { list } })
}

export function useSaveView() {
  return useDo((view: NewView) => post<SavedView>('/dashboard/views', view), nouns)
}

export function useChangeView() {
  return useDo(
    ({ id, ...changes }: ViewChanges & { id: string }) => patch<SavedView>(`/dashboard/views/${id}`, changes),
    nouns,
  )
}

export function useDeleteView() {
  return useDo((id: string) => remove<unknown>(`/dashboard/views/${id}`), nouns)
}

/** Replaces all parameters of the list with those of the view. */
export function useOpenView(): (search: Record<string, string>) => void {
  const navigate = useNavigate()
  return (search) => void navigate({ to: '.', search, replace: true } as never)
}

/** Applies the default view once, when a list is opened without any parameter. */
export function useDefaultView(views: SavedView[] | undefined): void {
  const { filters } = useFilters()
  const open = useOpenView()
  const isDecided = useRef(Object.keys(keptSearch(filters)).length > 0 || filters.create !== undefined)
  const usual = views?.find(({ is_default }) => is_default)
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, when the views have loaded
  useEffect(() => {
    if (isDecided.current || !views) return
    isDecided.current = true
    if (usual) open(usual.search)
  }, [views])
}

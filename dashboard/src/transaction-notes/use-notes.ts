// Reads and writes the notes, tags and receipts of a transaction.

import type { Receipt, Tags, TransactionNotes } from '../../../server/src/transaction-notes/note-shapes.ts'
import { useDo, useRead } from '../api/read.ts'
import { post, put, raw, remove } from '../api/request.ts'

const NOUN = 'notes'
const TOUCHED = [NOUN, 'tags', 'transactions']

const pathOf = (transactionId: string) => `/dashboard/transactions/${transactionId}`

export function useNotes(transactionId: string) {
  return useRead<TransactionNotes>({ noun: NOUN, path: `${pathOf(transactionId)}/notes` })
}

export function useTags() {
  return useRead<Tags>({ noun: 'tags', path: '/dashboard/tags' })
}

export function useSaveNotes(transactionId: string) {
  return useDo(
    (notes: { note: string; tags: string[] }) => put<TransactionNotes>(`${pathOf(transactionId)}/notes`, notes),
    TOUCHED,
  )
}

export function useAddReceipt(transactionId: string) {
  return useDo(
    async (file: File) =>
      post<Receipt>(`${pathOf(transactionId)}/receipts`, { name: file.name, content: await base64Of(file) }),
    [NOUN],
  )
}

export function useRemoveReceipt(transactionId: string) {
  return useDo((id: string) => remove(`${pathOf(transactionId)}/receipts/${id}`), [NOUN])
}

export async function fetchReceipt(transactionId: string, id: string, signal?: AbortSignal): Promise<Blob> {
  const response = await raw('GET', `${pathOf(transactionId)}/receipts/${id}`, signal ? { signal } : {})
  return response.blob()
}

async function base64Of(file: File): Promise<string> {
  const url = await dataUrlOf(file)
  return url.slice(url.indexOf(',') + 1)
}

export function dataUrlOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('The file could not be read.'))
    reader.readAsDataURL(content)
  })
}

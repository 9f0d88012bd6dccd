// Asks for the input of a bulk operation. Before the run starts, it shows which cards will change and which are left
// out.

import { useEffect, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { money, readAmount } from '../../ui/amounts.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm, TypeToConfirm } from '../../ui/dialog-form.tsx'
import { AmountInput, Field, Input } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { type CardFigures, readFigures } from '../card-figures.tsx'
import { MAX_LABEL } from '../card-list-filters.tsx'
import { useWallet, wrongFunding } from '../move-money-dialog.tsx'
import { wrongLimit } from '../settings-fields.tsx'
import { type BulkRow, type ChosenCard, cardsInWords, type Kind, type Operation, planRows } from './operations.ts'
import { startBulk } from './start-bulk.ts'

type Props = { kind: Kind; cards: ChosenCard[]; onClose: () => void; onStarted: () => void }

const titles: Record<Kind, string> = {
  freeze: 'Freeze cards',
  unfreeze: 'Unfreeze cards',
  fund: 'Fund cards',
  limit: 'Set the spending limit',
  label: 'Change labels',
  terminate: 'Terminate cards',
}

const descriptions: Record<Kind, string> = {
  freeze: 'A frozen card declines every purchase until it is unfrozen.',
  unfreeze: 'The cards can be used again.',
  fund: 'The money comes from the wallet. Every card gets the same amount.',
  limit: 'The maximum that each card may spend in a calendar month (UTC).',
  label: 'Labels are for you: merchants never see them.',
  terminate: 'This cannot be undone. To stop cards temporarily, freeze them instead.',
}

export function BulkDialog({ kind, cards, onClose, onStarted }: Props) {
  const { figures, read, error } = useFigures(cards)
  return (
    <Dialog onClose={onClose} title={titles[kind]} description={descriptions[kind]}>
      {figures ? (
        <BulkForm kind={kind} cards={cards} figures={figures} onClose={onClose} onStarted={onStarted} />
      ) : error ? (
        <Notice tone="bad">{error}</Notice>
      ) : (
        <div className="grid gap-2" role="status">
          <p className="tabular text-sm text-soft">
            Reading {cardsInWords(cards.length)}: {read.toLocaleString('en-US')} so far
          </p>
          <Progress label="Cards read" value={read} of={cards.length} />
        </div>
      )}
    </Dialog>
  )
}

/** Reads the current figures of the cards, because the list may be minutes old. */
function useFigures(cards: ChosenCard[]) {
  const [figures, setFigures] = useState<Map<string, CardFigures>>()
  const [read, setRead] = useState(0)
  const [error, setError] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => {
    const stopping = new AbortController()
    const ids = cards.map(({ id }) => id)
    readFigures(ids, stopping.signal, setRead).then(setFigures, (problem: Error) => {
      if (!stopping.signal.aborted) setError(problem.message)
    })
    return () => stopping.abort()
  }, [])
  return { figures, read, error }
}

type FormProps = Props & { figures: ReadonlyMap<string, CardFigures> }

function BulkForm({ kind, cards, figures, onClose, onStarted }: FormProps) {
  const userId = useMe().user.id
  const wallet = useWallet()
  const [text, setText] = useState('')
  const [mode, setMode] = useState<'replace' | 'append'>('replace')
  const [wrong, setWrong] = useState<string>()
  const operation = operationOf(kind, text, mode)
  const rows = planRows(operation ?? { kind: 'terminate' }, cards, figures)
  const open = rows.filter(({ problem }) => problem === undefined)
  const shortage = operation?.kind === 'fund' ? shortageOf(operation.amount, open.length, wallet) : undefined
  const submit = () => {
    const found = wrongText(kind, text, open.length)
    setWrong(found)
    if (found !== undefined || !operation) return
    startBulk(operation, rows, userId)
    onStarted()
  }
  return (
    <DialogForm
      noValidate
      action={`${submitWords[kind]} ${cardsInWords(open.length)}`}
      danger={kind === 'terminate'}
      isReady={open.length > 0 && shortage === undefined && !(kind === 'fund' && wallet === undefined)}
      error={shortage}
      onSubmit={submit}
      onCancel={onClose}
    >
      {kind === 'label' && (
        <Choices
          label="How the text is used"
          value={mode}
          options={[
            { value: 'replace', name: 'Replace the label' },
            { value: 'append', name: 'Add at the end' },
          ]}
          onChoose={setMode}
        />
      )}
      <TextField kind={kind} text={text} onText={setText} error={wrong} count={open.length} wallet={wallet} />
      <Plan rows={rows} missing={cards.length - rows.length} operation={operation} />
    </DialogForm>
  )
}

const submitWords: Record<Kind, string> = {
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
  fund: 'Fund',
  limit: 'Change',
  label: 'Label',
  terminate: 'Terminate',
}

/** Undefined until the input is complete. */
function operationOf(kind: Kind, text: string, mode: 'replace' | 'append'): Operation | undefined {
  if (kind === 'label') return mode === 'append' && !text.trim() ? undefined : { kind, text: text.trim(), mode }
  if (kind !== 'fund' && kind !== 'limit') return { kind }
  const amount = readAmount(text)
  return amount === undefined ? undefined : { kind, amount }
}

function wrongText(kind: Kind, text: string, count: number): string | undefined {
  if (kind === 'fund') return wrongFunding(readAmount(text))
  if (kind === 'limit') return text.trim() === '' ? 'Enter an amount above zero.' : wrongLimit(text, undefined)
  if (kind === 'terminate') return text.trim() === typedFor(count) ? undefined : `Type “${typedFor(count)}”.`
  return undefined
}

function typedFor(count: number): string {
  return `terminate ${count}`
}

/** Calculated in cents, because a sum of many dollar amounts would have rounding errors. */
function shortageOf(amount: number, count: number, wallet: number | undefined): string | undefined {
  const cents = Math.round(amount * 100) * count
  if (wallet === undefined || cents <= Math.round(wallet * 100)) return undefined
  return `The wallet holds ${money(wallet)}, which is ${money(cents / 100 - wallet)} less than the total.`
}

type TextFieldProps = {
  kind: Kind
  text: string
  onText: (text: string) => void
  error: string | undefined
  count: number
  wallet: number | undefined
}

function TextField({ kind, text, onText, error, count, wallet }: TextFieldProps) {
  const props = {
    autoFocus: true,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onText(target.value),
  }
  switch (kind) {
    case 'fund':
      return (
        <Field
          label="Amount for each card"
          error={error}
          hint={wallet !== undefined && `In the wallet: ${money(wallet)}`}
        >
          <AmountInput {...props} />
        </Field>
      )
    case 'limit':
      return (
        <Field label="Spending limit per month" error={error} hint="A card whose BIN allows less keeps its limit.">
          <AmountInput {...props} />
        </Field>
      )
    case 'label':
      return (
        <Field label="Text" error={error} hint={`A label has at most ${MAX_LABEL} characters.`}>
          <Input {...props} maxLength={MAX_LABEL} />
        </Field>
      )
    case 'terminate':
      return count === 0 ? null : <TypeToConfirm typed={typedFor(count)} value={text} error={error} onType={onText} />
    default:
      return null
  }
}

type PlanProps = { rows: BulkRow[]; missing: number; operation: Operation | undefined }

/** Shows how many cards change and what that costs, then why other cards are left out. */
function Plan({ rows, missing, operation }: PlanProps) {
  const open = rows.filter(({ problem }) => problem === undefined)
  const returned = open.reduce((cents, { before }) => cents + Math.round(before.balance * 100), 0)
  const reasons = Map.groupBy(
    rows.filter(({ problem }) => problem !== undefined),
    ({ problem }) => problem!,
  )
  return (
    <div className="grid gap-2 rounded-lg bg-sunken px-4 py-3 text-sm" role="status">
      <p className="tabular font-medium">
        This changes {cardsInWords(open.length)}.
        {operation?.kind === 'fund' && ` Total: ${money((Math.round(operation.amount * 100) * open.length) / 100)}.`}
        {operation?.kind === 'terminate' && ` ${money(returned / 100)} returns to the wallet.`}
      </p>
      {(reasons.size > 0 || missing > 0) && (
        <ul className="tabular grid gap-1 text-[13px] text-soft">
          {[...reasons].map(([reason, left]) => (
            <li key={reason}>
              {cardsInWords(left.length)} skipped: {reason.charAt(0).toLowerCase() + reason.slice(1)}
            </li>
          ))}
          {missing > 0 && <li>{cardsInWords(missing)} skipped: no longer found.</li>}
        </ul>
      )}
    </div>
  )
}

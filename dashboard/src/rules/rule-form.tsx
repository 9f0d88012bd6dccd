import { type ReactNode, useState } from 'react'
import type { Problem } from '../api/request.ts'
import type { CreateRuleParams } from '../api/schemas.ts'
import { CardScope } from '../cards/card-scope.tsx'
import { Choices } from '../ui/choices.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { useFocusOnWrong } from '../ui/focus-on-wrong.ts'
import { type Errors, errorAt } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { ConditionRows } from './condition-rows.tsx'
import { findRuleErrors, MAX_CARDS, MAX_NAME, placeRuleProblem, type RuleDraft, ruleParams } from './draft.ts'
import { actionNames, ruleInWords, stateMeanings, stateNames } from './rule-in-words.ts'

type Props = {
  start: RuleDraft
  action: string
  /** Editing a rule does not change its state. The state is changed on the rule's page. */
  asksForState?: boolean
  busy: boolean
  problem: Problem | null
  onSubmit: (rule: CreateRuleParams) => void
  onCancel: () => void
}

const actions = (['decline', 'challenge'] as const).map((value) => ({ value, name: actionNames[value] }))
const states = (['shadow', 'active'] as const).map((value) => ({ value, name: stateNames[value] }))

export function RuleForm({ start, action, asksForState, busy, problem, onSubmit, onCancel }: Props) {
  const [draft, setDraft] = useState(start)
  const [wrong, setWrong] = useState<Errors>({})
  const refused = placeRuleProblem(problem)
  const errors = { ...refused.errors, ...wrong }
  const form = useFocusOnWrong(errors)
  const change = (changes: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...changes }))
  const submit = () => {
    const found = findRuleErrors(draft)
    setWrong(found)
    if (Object.keys(found).length === 0) onSubmit(ruleParams(draft))
  }
  return (
    <DialogForm
      ref={form}
      noValidate
      action={action}
      busy={busy}
      error={refused.form}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field label="Name" error={errorAt(errors, 'name')}>
        <Input
          maxLength={MAX_NAME}
          placeholder="Many payments in an hour"
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <Part title="When">
        <ConditionRows when={draft.when} errors={errors} onChange={(when) => change({ when })} />
      </Part>
      <Part title="Then" note={draft.action === 'challenge' ? CHALLENGE : undefined}>
        <Choices
          label="Then"
          value={draft.action}
          options={actions}
          onChoose={(chosen) => change({ action: chosen })}
        />
      </Part>
      <CardScope
        label="Only for these cards"
        error={errorAt(errors, 'card_ids')}
        max={MAX_CARDS}
        isForAll={draft.isForAll}
        cardIds={draft.cardIds}
        onScope={(isForAll) => change({ isForAll })}
        onCards={(cardIds) => change({ cardIds })}
      />
      {asksForState && (
        <Part title="Start" note={stateMeanings[draft.state]}>
          <Choices
            label="Start"
            value={draft.state === 'active' ? 'active' : 'shadow'}
            options={states}
            onChoose={(state) => change({ state })}
          />
        </Part>
      )}
      <InWords draft={draft} />
    </DialogForm>
  )
}

const CHALLENGE = 'The payment is declined until 3-D Secure is completed. The merchant can then try again.'

function Part({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <h3 className="text-[13px] font-medium">{title}</h3>
      {children}
      {note && <p className="text-[13px] text-soft">{note}</p>}
    </section>
  )
}

/** Shows the draft as a sentence once it is complete. */
function InWords({ draft }: { draft: RuleDraft }) {
  const errors = findRuleErrors({ ...draft, name: '–', isForAll: true })
  if (Object.keys(errors).length > 0) return null
  return <Notice>{ruleInWords(ruleParams(draft) as Parameters<typeof ruleInWords>[0])}</Notice>
}

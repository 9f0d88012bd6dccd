import { useNavigate } from '@tanstack/react-router'
import type { Rule, RuleVersion } from '../api/schemas.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { toast } from '../ui/toasts.tsx'
import { blankRule, draftOf } from './draft.ts'
import { RuleForm } from './rule-form.tsx'
import { ruleInWords, type State } from './rule-in-words.ts'
import { useCreateRule, useDeleteRule, useUpdateRule } from './use-rules.ts'

type Closing = { onClose: () => void }

export function CreateRuleDialog({ onClose }: Closing) {
  const create = useCreateRule()
  const navigate = useNavigate()
  const done = ({ id, name }: Rule) => {
    toast.done(`The rule ${name} is ready.`)
    onClose()
    void navigate({ to: '/rules/$ruleId', params: { ruleId: id } })
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Create rule"
      description="It checks payments that pass the card's own controls."
    >
      <RuleForm
        start={blankRule()}
        action="Create rule"
        asksForState
        busy={create.isPending}
        problem={create.error}
        onSubmit={(rule) => create.mutate(rule, { onSuccess: done })}
        onCancel={onClose}
      />
    </Dialog>
  )
}

/** `start` is an older version to restore. */
export function EditRuleDialog({ rule, start = rule, onClose }: Closing & { rule: Rule; start?: Rule | RuleVersion }) {
  const update = useUpdateRule(rule.id)
  const done = ({ version }: Rule) => {
    toast.done(`Version ${version} is saved.`)
    onClose()
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title={start === rule ? 'Edit rule' : `Use version ${start.version} again`}
      description={`Saving creates version ${rule.version + 1}, which applies from the next payment.`}
    >
      <RuleForm
        start={{ ...draftOf(start), state: rule.state }}
        action="Save rule"
        busy={update.isPending}
        problem={update.error}
        onSubmit={(changes) => update.mutate(changes, { onSuccess: done })}
        onCancel={onClose}
      />
    </Dialog>
  )
}

const changes: Record<State, { title: string; action: string; description: string; done: string }> = {
  active: {
    title: 'Activate this rule?',
    action: 'Activate',
    description: 'From the next payment, matching payments are stopped.',
    done: 'The rule is active.',
  },
  shadow: {
    title: 'Set this rule to shadow?',
    action: 'Set to shadow',
    description: 'It no longer stops payments. Matches are still recorded.',
    done: 'The rule is in shadow.',
  },
  off: {
    title: 'Turn this rule off?',
    action: 'Turn off',
    description: 'Payments are not checked, and nothing is recorded.',
    done: 'The rule is off.',
  },
}

export function ChangeStateDialog({ rule, state, onClose }: Closing & { rule: Rule; state: State }) {
  const update = useUpdateRule(rule.id)
  const { title, action, description, done } = changes[state]
  const confirm = () =>
    update.mutate(
      { state },
      {
        onSuccess: () => {
          toast.done(done)
          onClose()
        },
      },
    )
  return (
    <Confirm
      onClose={onClose}
      title={title}
      description={description}
      action={action}
      busy={update.isPending}
      error={update.error?.message}
      onConfirm={confirm}
    >
      <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm break-words">{ruleInWords(rule)}</p>
    </Confirm>
  )
}

export function DeleteRuleDialog({ rule, onClose }: Closing & { rule: Rule }) {
  const navigate = useNavigate()
  const drop = useDeleteRule(rule.id, async () => {
    toast.done(`The rule ${rule.name} is deleted.`)
    await navigate({ to: '/rules' })
  })
  return (
    <Confirm
      onClose={onClose}
      title={`Delete ${rule.name}?`}
      description="Payments are no longer checked by it. Transactions still show its results; its statistics and backtests are no longer shown."
      action="Delete rule"
      danger
      busy={drop.isPending}
      error={drop.error?.message}
      onConfirm={() => drop.mutate(undefined)}
    />
  )
}

// The page behind an invitation or password reset link. The token follows the #, so it reaches no server log.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import type { AcceptedLink, InspectedLink } from '../../../server/src/people/shapes/links.ts'
import { type Problem, post } from '../api/request.ts'
import { words } from '../ui/badge.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { CardFrame } from './card-frame.tsx'
import { CodeStep } from './code-step.tsx'
import { useEnter } from './sign-in.tsx'

const titles = { invitation: 'Join the account', password_reset: 'Set a new password' }
export const SHORTEST_PASSWORD = 12
export const PASSWORD_HINT = 'At least 15 characters, or 12 with letters and digits. A sentence works well.'

export function AcceptInvitation() {
  return <AcceptLink kind="invitation" />
}

export function ResetPassword() {
  return <AcceptLink kind="password_reset" />
}

function AcceptLink({ kind }: { kind: keyof typeof titles }) {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => history.replaceState(history.state, '', location.pathname), []) // not left in the browser's history
  const link = useQuery<InspectedLink, Problem>({
    queryKey: ['link', token],
    queryFn: () => post<InspectedLink>('/dashboard/links/inspect', { token }),
    enabled: token !== '',
    retry: false,
  })
  if (link.data?.kind === kind) return <AcceptForm link={link.data} token={token} />
  if (token !== '' && link.isPending)
    return (
      <CardFrame title={titles[kind]}>
        <Loading rows={3} />
      </CardFrame>
    )
  if (link.error && link.error.status !== 404)
    return (
      <CardFrame title={titles[kind]}>
        <Failed problem={link.error} onRetry={() => void link.refetch()} />
      </CardFrame>
    )
  return <DeadLink />
}

function DeadLink() {
  return (
    <CardFrame title="This link does not work" lead="It was used or replaced, or it has expired. Ask for a new one.">
      <Link to="/sign-in" className={buttonLook('primary')}>
        Sign in
      </Link>
    </CardFrame>
  )
}

const fields = ['name', 'email', 'password'] as const

function AcceptForm({ link, token }: { link: InspectedLink; token: string }) {
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const enter = useEnter()
  const navigate = useNavigate()
  const isNew = link.kind === 'invitation'
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      const own = isNew ? { name: form.get('name'), ...(link.email === null && { email: form.get('email') }) } : {}
      const { two_factor_required: isHalfway } = await post<AcceptedLink>('/dashboard/links/accept', {
        token,
        password: form.get('password'),
        ...own,
      })
      if (isHalfway) setNeedsCode(true)
      else await enter()
    } catch (problem) {
      setError(problem as Error)
      setBusy(false)
    }
  }
  if (needsCode) return <CodeStep onDone={enter} onBack={() => void navigate({ to: '/sign-in' })} />
  const wrong = placeProblem(error, fields)
  return (
    <CardFrame title={isNew ? `Join ${link.account_name}` : titles.password_reset} lead={lead(link)}>
      <form className="grid gap-4" onSubmit={submit}>
        {isNew && (
          <Field label="Your name" error={wrong.fields.name}>
            <Input name="name" autoComplete="name" required autoFocus maxLength={100} />
          </Field>
        )}
        <Field label="E-mail" error={wrong.fields.email}>
          <Input
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={link.email ?? ''}
            readOnly={link.email !== null}
          />
        </Field>
        <Field label="Password" hint={PASSWORD_HINT} error={wrong.fields.password}>
          <Input
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={SHORTEST_PASSWORD}
            maxLength={128}
          />
        </Field>
        {wrong.form && <Notice tone="bad">{wrong.form}</Notice>}
        <Button type="submit" look="primary" busy={isBusy}>
          {isNew ? 'Join' : 'Set the password'}
        </Button>
      </form>
    </CardFrame>
  )
}

function lead(link: InspectedLink): string {
  return link.kind === 'invitation'
    ? `You were invited as ${words(link.role).toLowerCase()}.`
    : 'All your other sessions will end.'
}

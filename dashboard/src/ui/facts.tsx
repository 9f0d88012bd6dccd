import { Fragment, type ReactNode } from 'react'

/** Names and values in two columns. */
export function Facts({ of }: { of: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2.5 text-sm">
      {of.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="min-w-28 wrap-anywhere text-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

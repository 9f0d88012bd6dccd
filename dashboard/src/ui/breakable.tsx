import { Fragment } from 'react'

/** Technical text that may break after a dot or a slash, so that a narrow column does not cut its words. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[./])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

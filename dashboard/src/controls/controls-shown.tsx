import type { Controls } from '../api/schemas.ts'
import { controlsInWords } from './controls-in-words.ts'

type Props = { controls: Controls; allowedCategories?: string[]; none?: string }

export function ControlsShown({
  controls,
  allowedCategories,
  none = 'None. The card works at every merchant.',
}: Props) {
  const sentences = controlsInWords(controls, allowedCategories)
  if (sentences.length === 0) return <p className="text-sm text-soft">{none}</p>
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm marker:text-soft">
      {sentences.map((sentence) => (
        <li key={sentence} className="break-words">
          {sentence}
        </li>
      ))}
    </ul>
  )
}

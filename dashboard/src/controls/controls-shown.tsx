import type { Controls } from '../api/schemas.ts'
import { controlsInWords } from './controls-in-words.ts'

export function ControlsShown({ controls }: { controls: Controls }) {
  const sentences = controlsInWords(controls)
  if (sentences.length === 0) return <p className="text-[13px] text-soft">None beyond the settings above.</p>
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

// What a processor is opened with, once processors.json has been checked.

import type { ProcessorKind } from './processor.ts'

export type ProcessorSettings = {
  name: string
  kind: ProcessorKind
  environment: 'sandbox' | 'production'
  /** Undefined: the processor's own address for the environment. */
  baseUrl: string | undefined
  apiKey: string
  /** Those of processors.json and those that `connect` fetched; any of them may have signed a message. */
  signingSecrets: () => readonly string[]
  /** What only this kind knows: see `kindOptions` in read-settings.ts. */
  options: Readonly<Record<string, string>>
}

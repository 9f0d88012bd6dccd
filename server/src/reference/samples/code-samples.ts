// Samples of every operation in four languages, under the extension that OpenAPI tools know.

import type { AnyRoute } from '../../http/route.ts'
import { curlSample } from './curl.ts'
import { goSample } from './go.ts'
import { nodeSample } from './node.ts'
import { pythonSample } from './python.ts'
import { sampleCall } from './sample-call.ts'

export type CodeSample = { lang: string; label: string; source: string }

export function codeSamples(route: AnyRoute): CodeSample[] {
  const sample = sampleCall(route)
  return [
    { lang: 'shell', label: 'curl', source: curlSample(sample) },
    { lang: 'javascript', label: 'Node.js', source: nodeSample(sample) },
    { lang: 'python', label: 'Python', source: pythonSample(sample) },
    { lang: 'go', label: 'Go', source: goSample(sample) },
  ]
}

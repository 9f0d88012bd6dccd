import { fundsOverABadLine } from './funds-over-a-bad-line.ts'
import { node } from './runners.ts'

await fundsOverABadLine(node, 1)

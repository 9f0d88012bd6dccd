import { fundsOverABadLine } from './funds-over-a-bad-line.ts'
import { go } from './runners.ts'

await fundsOverABadLine(go, 3)

import { fundsOverABadLine } from './funds-over-a-bad-line.ts'
import { python } from './runners.ts'

await fundsOverABadLine(python, 2)

export type Options = {
  paths: string[]
  /** A git revision. Only tests that a change since then can affect are run. */
  changedSince: string | undefined
  /** Whether a whole tier is run, and not the tests of some folders or changes. */
  isTier: boolean
  /** Whether the campaigns are run too (scripts/test-tiers.ts). Files that are named or affected are always run. */
  withCampaigns: boolean
  /** Whether formatting, lint and types are checked too. */
  withChecks: boolean
  /** Whether every test is printed by name, and not only the files. */
  isDetailed: boolean
}

/** Ends the process with a message when an option is unknown. */
export function readOptions(args: string[]): Options {
  const unknown = args.find((arg) => arg.startsWith('--') && !['--all', '--only-tests', '--changed'].includes(arg))
  if (unknown !== undefined) refuse(`${unknown} is not an option of npm test; see the head of scripts/test.ts`)
  const words = args.filter((arg) => !arg.startsWith('--'))
  const isChanged = args.includes('--changed')
  if (isChanged && words.length > 1) refuse('--changed takes one revision, and no paths')
  const paths = isChanged ? [] : words
  return {
    paths,
    changedSince: isChanged ? (words[0] ?? 'HEAD') : undefined,
    isTier: paths.length === 0 && !isChanged,
    withCampaigns: args.includes('--all') || paths.length > 0 || isChanged,
    withChecks: paths.length === 0 && !args.includes('--only-tests'),
    isDetailed: paths.length > 0,
  }
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}

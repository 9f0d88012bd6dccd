// Which test files `npm test` leaves to `npm test -- --all`. A person waits for `npm test` after a change, so it holds
// every test of logic, contract, money and security, and one walk over the pages of the dashboard. The campaigns repeat,
// kill, crowd and install things, and take longer than anybody waits. CI and a release run them all.

export type Campaign = { name: string; files: RegExp }

const WALK_OVER_ALL_PAGES = 'dashboard/test/every-page.test.ts'

export const campaigns: Campaign[] = [
  { name: 'processes killed at random moments', files: /under-kill|\/kill[^/]*\.test\.ts$|redis-outage/ },
  {
    name: 'several processes, refused starts, failover, and a database that goes away',
    files: /^server\/test\/(processes|failover|start)\/|start-together|database-away|full-disk/,
  },
  {
    name: 'embedded PostgreSQL that crashes, is taken over and is restored to a moment',
    files: /\/embedded\/(embedded-postgres|recovery|root)\.test\.ts$|\/backup\/continuous\/(continuous|recovery)-/,
  },
  { name: 'hundreds of slow clients at once', files: /^server\/test\/edge\/crowd/ },
  { name: 'chains with real nodes', files: /^server\/test\/chains\// },
  {
    name: 'samples, guides and quickstarts in every language',
    files: /^server\/test\/(code-samples|quickstarts|guides|[\w-]+-guide)\//,
  },
  { name: 'client libraries and programs in Go and Python', files: /^sdks\/(go|python)\/|\/(go|python)-[^/]*$/ },
  {
    name: 'installed packages, images, bare machines and shells',
    files: /\/package\.test\.ts$|\/deploy\/(debootstrap-|compose-steps|dockerfile)|\/completion-|\/mcp\/conformance/,
  },
  {
    name: 'the other browser tests',
    files: new RegExp(`^(?!${WALK_OVER_ALL_PAGES}$)(dashboard/test/.*|.*/browser-[^/]*)\\.test\\.ts$`),
  },
  {
    name: 'a thousand seeds of the simulation, and its planted faults',
    files: /^server\/test\/simulation\/(campaign|planted-faults)/,
  },
  { name: 'cost at a million rows', files: /^server\/test\/growth\// },
  {
    name: "the test runner's own tests from end to end",
    files: /^scripts\/(test-(run|missing-parts|changed)|compile-programs)\.test\.ts$/,
  },
]

/** Tests that neither tier runs, because they need a database of their own kind. CI runs the first two after `--all`. */
export const ELSEWHERE = [
  'npm run test:oldest    money, contract and commands on the oldest PostgreSQL that we support',
  'npm run test:upgrade   the previous release on the schema of this version',
  'npm run test:citus     money and contract on a distributed database',
]

export type Tiers = {
  everyday: string[]
  /** Campaigns with the files that they have, in the order above. Each file is in the first campaign that names it. */
  campaigns: { name: string; files: string[] }[]
}

export function splitTiers(files: string[]): Tiers {
  const campaignOf = (file: string) => campaigns.find((campaign) => campaign.files.test(file))
  return {
    everyday: files.filter((file) => !campaignOf(file)),
    campaigns: campaigns
      .map((campaign) => ({ name: campaign.name, files: files.filter((file) => campaignOf(file) === campaign) }))
      .filter((campaign) => campaign.files.length > 0),
  }
}

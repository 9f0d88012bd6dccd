// Preparations that several test files share. No file may make them itself, because they take long and one file would
// replace them while another uses them.

export type Preparation = { name: string; command: string; args: string[]; neededBy: RegExp }

const preparations: Preparation[] = [
  {
    name: 'build of sdks/node',
    command: 'node',
    args: ['sdks/node/build.ts'],
    neededBy: /^(sdks\/node|cli)\/test\/package|\/quickstarts\/node-/,
  },
  { name: 'build of cli', command: 'node', args: ['cli/build.ts'], neededBy: /^cli\/test\/package/ },
  {
    name: 'Python environment',
    command: 'sh',
    args: ['sdks/python/run', 'python', '--version'],
    neededBy: /^sdks\/python\/|\/(code-samples|quickstarts|agent-example|iso8583)\/python-/,
  },
  {
    name: 'build of the Go contract runner',
    command: 'go',
    args: ['-C', 'sdks/go', 'build', '-o', '.data/', './contract'],
    neededBy: /^sdks\/contract\/go-/,
  },
  {
    name: 'dashboard build',
    command: 'node',
    args: ['dashboard/build.ts', '--if-changed'],
    neededBy: /^dashboard\//,
  },
]

/** The preparations that these files need. */
export function preparationsFor(files: string[]): Preparation[] {
  return preparations.filter(({ neededBy }) => files.some((file) => neededBy.test(file)))
}

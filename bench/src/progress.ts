// Shows a bar on a terminal, and elsewhere a line after every tenth of the work.

export function showProgress(label: string, total: number): { step(): void; done(): void } {
  const started = Date.now()
  let count = 0
  const print = () => {
    const share = count / total
    const seconds = Math.round((Date.now() - started) / 1000)
    if (process.stderr.isTTY)
      process.stderr.write(
        `\r${label} [${'#'.repeat(Math.round(share * 40)).padEnd(40)}] ${Math.round(share * 100)} %  ${seconds} s `,
      )
    else if (Math.floor(share * 10) > Math.floor(((count - 1) / total) * 10))
      process.stderr.write(`${label} ${Math.round(share * 100)} %, ${seconds} s\n`)
  }
  return {
    step() {
      count += 1
      print()
    },
    done() {
      if (process.stderr.isTTY) process.stderr.write('\n')
    },
  }
}

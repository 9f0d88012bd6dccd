// Some browsers have not opened the file yet when the click returns.
const KEPT_MS = 60_000

/** Hands a file to the browser as if a link to it had been followed. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

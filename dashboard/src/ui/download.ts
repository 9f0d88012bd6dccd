// The object URL is kept this long, because some browsers have not opened the file yet when the click returns.
const KEPT_MS = 60_000

/** Saves a file through the browser, as if the user had followed a link to it. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

import { type Html, html } from './html.ts'

/** The button appears with the script that makes it work. It can be scrolled by keyboard, so it takes the focus. */
export function codeBlock(code: Html): Html {
  return html`<div class="code"><pre tabindex="0"><code>${code}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`
}

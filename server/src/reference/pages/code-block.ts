import { type Html, html } from './html.ts'

/** The script shows the button. The block takes the focus, so that it can be scrolled by keyboard. */
export function codeBlock(code: Html): Html {
  return html`<div class="code"><pre tabindex="0"><code>${code}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`
}

// Composes a mail as plain text and as simple HTML: sentences, one link, and the reason why it was sent.

export type MailContent = { subject: string; lines: string[]; action: string; link: string; footer: string }

export function composeText({ lines, action, link, footer }: MailContent): string {
  return `${lines.join('\n')}\n\n${action}: ${link}\n\n-- \n${footer}\n`
}

export function composeHtml({ subject, lines, action, link, footer }: MailContent): string {
  const paragraphs = lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f6f4;color:#1c1c1a;font:15px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e4e4e0;border-radius:10px">
${paragraphs}<p style="margin:20px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:9px 16px;border-radius:8px;background:#3b3bd6;color:#fff;text-decoration:none">${escapeHtml(action)}</a></p>
<p style="margin:0;color:#6b6b66;font-size:13px">${escapeHtml(footer)}</p>
</div></body></html>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}

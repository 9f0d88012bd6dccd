// The connection to the mail server. Every setting is given here: the library reads nothing from the environment.

import { createTransport } from 'nodemailer'
import type { MailConfig } from '../mail-config.ts'
import { composeHtml, composeText, type MailContent } from './compose-mail.ts'

const TIMEOUT_MS = 15_000

export type Smtp = {
  send(to: string, id: string, content: MailContent): Promise<void>
  /** Connects and signs in, and sends nothing. */
  verify(): Promise<void>
  close(): void
}

export function openSmtp({ host, port, isTls, credentials, from, mustEncrypt }: MailConfig): Smtp {
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: mustEncrypt && !isTls,
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A mail is made of our own texts: nothing of it is a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(to, id, content) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject: content.subject,
        text: composeText(content),
        html: composeHtml(content),
        // The same at every attempt: a mail server that has taken it before can tell.
        messageId: `<${id}@cardwright>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** What a log or a finding may say of a failure: never the text of the library, which may repeat what was sent. */
export function smtpFailure(error: unknown): { code: string; status?: number } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return {
    code: typeof code === 'string' ? code : 'unknown',
    ...(typeof responseCode === 'number' && { status: responseCode }),
  }
}

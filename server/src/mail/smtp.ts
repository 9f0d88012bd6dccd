// The connection to the mail server. Every setting is passed here, so the library reads nothing from the environment.

import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config/mail-config.ts'
import { composeHtml, composeText, type MailContent } from './compose-mail.ts'

const TIMEOUT_MS = 15_000

export type Smtp = {
  send(to: string, id: string, content: MailContent): Promise<void>
  /** Connects and signs in without sending anything. */
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
    // Our mails consist of text only, so the library never needs to read a file or fetch a URL.
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
        // The id is the same at every attempt, so that a mail server can recognize a mail that it has already accepted.
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

/**
 * The part of a failure that may be logged or shown. The library's message is left out, since it may repeat what was
 * sent.
 */
export function smtpFailure(error: unknown): { code: string; status?: number } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return {
    code: typeof code === 'string' ? code : 'unknown',
    ...(typeof responseCode === 'number' && { status: responseCode }),
  }
}

// Sends the mails of the outbox, in the worker, a few at a time.

import type { Services } from '../services.ts'
import { claimDueMails, endMail, MAX_ATTEMPTS, openContent } from './outbox.ts'
import { openSmtp, smtpFailure } from './smtp.ts'

const MAX_BATCH_SIZE = 20
const MAX_BATCHES = 10

export async function sendMails({ config, database, vault, clock, log }: Services): Promise<void> {
  if (!config.mail) return
  const smtp = openSmtp(config.mail)
  try {
    for (let n = 0; n < MAX_BATCHES; n++) {
      const due = await database.background.transaction((tx) => claimDueMails(tx, clock(), MAX_BATCH_SIZE))
      for (const mail of due) {
        try {
          await smtp.send(mail.recipient, mail.id, await openContent(vault, mail))
          await endMail(database.background.write, mail.id)
        } catch (error) {
          const attempt = mail.attempts + 1
          const isLast = attempt >= MAX_ATTEMPTS
          log.warn(
            { mail: mail.id, attempt, ...smtpFailure(error) },
            isLast ? 'mail given up' : 'mail could not be sent',
          )
          if (isLast) await endMail(database.background.write, mail.id)
        }
      }
      if (due.length < MAX_BATCH_SIZE) break
    }
  } finally {
    smtp.close()
  }
}

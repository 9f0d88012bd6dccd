import type { MailConfig } from '../../config/mail-config.ts'
import { openSmtp, smtpFailure } from '../../mail/smtp.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Connects and signs in; no mail is sent. */
export async function checkMail(config: MailConfig): Promise<Finding> {
  const smtp = openSmtp(config)
  try {
    await smtp.verify()
    return ok('mail', 'the mail server answers')
  } catch (error) {
    const { code, status } = smtpFailure(error)
    return problem(
      'mail',
      `the mail server of SMTP_URL does not take mail (${status === undefined ? code : `${code}, ${status}`})`,
      'correct SMTP_URL; until then mail waits, and is dropped after about nine hours',
    )
  } finally {
    smtp.close()
  }
}

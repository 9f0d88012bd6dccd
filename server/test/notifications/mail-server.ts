// A mail server on loopback. It stores the mails that it accepts, and rejects mails as a test tells it to.

import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'

export type Mail = { from: string; to: string[]; raw: string }

export type MailServer = { url: string; mails: Mail[]; refuses: boolean; signIns: string[] }

export const MAIL_PASSWORD = 'p@ss/word'

export async function startMailServer(): Promise<MailServer> {
  const started: MailServer = { url: '', mails: [], refuses: false, signIns: [] }
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      started.signIns.push(username!)
      if (password === MAIL_PASSWORD) done(null, { user: username })
      else done(new Error('no such user'))
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        if (started.refuses) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        started.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  started.url = `smtp://cards:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${port}`
  return started
}

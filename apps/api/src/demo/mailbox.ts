import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { portOf } from '../lib/addresses/port-of.ts'
import { escapeHtml, htmlPage, sendPage, startSite } from './site-server.ts'

export interface CaughtMail {
  from: string
  to: string
  subject: string
  text: string
}

/** A mail server that delivers nothing: it shows what it was sent. */
export interface Mailbox {
  /** The setting SMTP_URL for the program. */
  smtp_url: string
  /** The address of the page that shows the caught mail. */
  page: string
  /** The caught mail, oldest first. */
  mails(): readonly CaughtMail[]
  stop(): Promise<void>
}

/** Beyond this the oldest is dropped. */
const MAILS_MAX = 200

/** Starts a mail server and its page, both on free ports of this machine's loopback. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: CaughtMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(({ from, to, subject, text }) => {
          mails.push({
            from: from?.address ?? '',
            to: to?.[0]?.address ?? '',
            subject: subject ?? '',
            text: text ?? '',
          })
          if (mails.length > MAILS_MAX) mails.shift()
          done()
        })
        .catch(done)
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.on('error', reject)
    const listening = server.listen(0, '127.0.0.1', () => resolve(portOf(listening)))
  })
  const site = await startSite(0, (_request, response) => sendPage(response, 200, pageOf(mails)))
  return {
    smtp_url: `smtp://127.0.0.1:${port}`,
    page: `${site.origin}/`,
    mails: () => mails,
    async stop() {
      await site.stop()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0 auto; padding: 1.5rem; max-width: 42rem; font: 16px/1.5 system-ui, sans-serif }
  article { border: 1px solid #8886; border-radius: 12px; padding: 1rem; margin: 1rem 0; overflow-wrap: anywhere }
  h2 { font-size: 1.1rem; margin: 0 }
  p { margin: .25rem 0 0 } pre { font: inherit; white-space: pre-wrap; margin: 1rem 0 0 }
`

function pageOf(mails: readonly CaughtMail[]): string {
  const articles = mails
    .toReversed()
    .map(
      ({ to, subject, text }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}</p><pre>${linked(escapeHtml(text))}</pre></article>`,
    )
  const body = `<h1>E-mail of the demo</h1>
<p>What the demo sends to its customers ends here, the newest first. Nothing leaves this machine.</p>
${articles.join('\n') || '<p>No e-mail yet.</p>'}`
  return htmlPage('E-mail of the demo', STYLE, body)
}

/** Turns addresses in escaped text into links. */
function linked(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)
}

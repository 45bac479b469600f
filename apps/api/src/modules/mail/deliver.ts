import { createTransport, type Transporter } from 'nodemailer'
import { messageOf } from '../../database/start-error.ts'
import { traced } from '../../telemetry/tracing.ts'
import { keepSending } from '../keep-sending.ts'
import type { Services } from '../services.ts'
import { deleteLetter, noteFailure, takeLetter } from './letters.repository.ts'
import { openLetter } from './post.ts'

/** A mail server silent for this long is given up, before the letter's next try is due. */
const SILENCE_MS_MAX = 10_000
const ERROR_TEXT_MAX = 500
const SYSTEM = { kind: 'system' } as const

export interface Post {
  /** Sends every due letter and returns how many went. Failures do not throw; they are tried again later. */
  sendDue(): Promise<number>
  close(): void
}

/** Opens a transport to the mail server in the settings; null where none is set. Sends nothing yet. */
export function openPost(services: Services): Post | null {
  const { mail, ledger_mode } = services.settings
  if (!mail) return null
  const transport = createTransport({
    url: mail.smtp_url,
    connectionTimeout: SILENCE_MS_MAX,
    greetingTimeout: SILENCE_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    // Real customers' letters hold links that open accounts, so they travel only encrypted.
    requireTLS: ledger_mode === 'live',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async sendDue() {
      let sent = 0
      for (let outcome = await sendOne(); outcome !== 'idle'; outcome = await sendOne()) {
        if (outcome === 'sent') sent += 1
        // Stops at a failure, so that not every letter in turn tries a dead server.
        if (outcome === 'failed') break
      }
      return sent
    },
    close: () => transport.close(),
  }

  function sendOne() {
    return sendNext(services, transport, mail?.from ?? '')
  }
}

/** Tries to send one letter, at least once: a program that ends before removing a sent one sends it again. */
async function sendNext(
  services: Services,
  transport: Transporter,
  from: string,
): Promise<'idle' | 'sent' | 'failed' | 'late'> {
  const { database, log } = services
  const taken = await database.transaction(SYSTEM, takeLetter)
  if (!taken) return 'idle'
  const { letter_id, letter_sealed, is_expired } = taken
  try {
    if (!is_expired) {
      const { to, ...content } = openLetter(services, letter_id, letter_sealed)
      // As an object, because a plain text would be parsed as a list of addresses.
      await traced('mail.send', {}, () =>
        transport.sendMail({ from, to: { name: '', address: to }, ...content }),
      )
    }
  } catch (error) {
    const reason = messageOf(error).slice(0, ERROR_TEXT_MAX)
    // The server's error repeats addresses, which must not be logged.
    log.warn({ letter_id }, 'a letter could not be sent and will be tried again')
    await database.transaction(SYSTEM, (tx) => noteFailure(tx, letter_id, reason))
    return 'failed'
  }
  await database.transaction(SYSTEM, (tx) => deleteLetter(tx, letter_id))
  return is_expired ? 'late' : 'sent'
}

/** Sends letters in the background as they are posted; returns a function that finishes the current one and stops. */
export async function startDelivering(services: Services): Promise<() => Promise<void>> {
  const post = openPost(services)
  if (!post) return async () => {}
  const stop = await keepSending(services.database, 'mail_letters', () =>
    post
      .sendDue()
      .catch((error: unknown) =>
        services.log.warn({ err: error }, 'could not read the letters to send; trying again'),
      ),
  )
  return async () => {
    await stop()
    post.close()
  }
}

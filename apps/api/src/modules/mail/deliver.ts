import { createTransport, type Transporter } from 'nodemailer'
import { messageOf } from '../../database/start-error.ts'
import { traced } from '../../telemetry/tracing.ts'
import { keepSending } from '../keep-sending.ts'
import type { Services } from '../services.ts'
import { deleteLetter, noteFailure, takeLetter } from './letters.repository.ts'
import { openLetter } from './post.ts'

/** A mail server that says nothing for so long is gone; a try has to end before the next one of the letter. */
const SILENCE_MS_MAX = 10_000
const ERROR_TEXT_MAX = 500
const SYSTEM = { kind: 'system' } as const

/** How letters leave the program. */
export interface Post {
  /** Sends every letter that is due; answers how many went. What fails is tried again later, and does not throw. */
  sendDue(): Promise<number>
  close(): void
}

/** Opens the way to the mail server of the settings; null where none is set. Nothing is sent by opening it. */
export function openPost(services: Services): Post | null {
  const { mail, ledger_mode } = services.settings
  if (!mail) return null
  const transport = createTransport({
    url: mail.smtp_url,
    connectionTimeout: SILENCE_MS_MAX,
    greetingTimeout: SILENCE_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    // Real customers' letters hold links that open accounts: none travels where it can be read.
    requireTLS: ledger_mode === 'live',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async sendDue() {
      let sent = 0
      for (let outcome = await sendOne(); outcome !== 'idle'; outcome = await sendOne()) {
        if (outcome === 'sent') sent += 1
        // A server that is gone is not knocked at by every letter in turn.
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

/** One letter, one try: at least once, since a program that ends between sending and removing sends it again. */
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
      // As one address, whatever it holds: a text would be read as a list of them.
      await traced('mail.send', {}, () =>
        transport.sendMail({ from, to: { name: '', address: to }, ...content }),
      )
    }
  } catch (error) {
    const reason = messageOf(error).slice(0, ERROR_TEXT_MAX)
    // The error of a mail server repeats addresses, which belong in no log.
    log.warn({ letter_id }, 'a letter could not be sent and will be tried again')
    await database.transaction(SYSTEM, (tx) => noteFailure(tx, letter_id, reason))
    return 'failed'
  }
  await database.transaction(SYSTEM, (tx) => deleteLetter(tx, letter_id))
  return is_expired ? 'late' : 'sent'
}

/** Sends letters as they are posted, beside everything else; returns how to stop, which finishes the one in hand. */
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

import { type CaughtMail, type Mailbox, startMailbox } from '../../demo/mailbox.ts'
import { asRole } from '../../modules/as-role.ts'
import { openPost } from '../../modules/mail/index.ts'
import type { TestProgram } from '../servers/test-program.ts'
import { identityProgram } from './identity-program.ts'

/** Identity served with a mail server that catches what it sends. */
export interface MailProgram {
  program: TestProgram
  /** Works off what waits, sends the mail, and returns all that ever came to an address. */
  mailsTo(address: string): Promise<readonly CaughtMail[]>
  close(): Promise<void>
}

/** Starts one, with extra variables if given. */
export async function mailProgram(more: Record<string, string> = {}): Promise<MailProgram> {
  const mailbox: Mailbox = await startMailbox()
  const variables = { SMTP_URL: mailbox.smtp_url, MAIL_FROM: 'no-reply@adtally.example', ...more }
  const program = await identityProgram({ variables })
  const post = openPost(asRole(program.services, 'worker'))
  return {
    program,
    async mailsTo(address) {
      await program.drain()
      await post?.sendDue()
      return mailbox.mails().filter(({ to }) => to === address)
    },
    async close() {
      post?.close()
      await program.close()
      await mailbox.stop()
    },
  }
}

/** The token of the link in a letter; empty if there is none. */
export function tokenIn(mail: CaughtMail | undefined): string {
  return /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

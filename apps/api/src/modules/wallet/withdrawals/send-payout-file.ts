import type { Transaction } from '../../../database/database.ts'
import { schedule } from '../../../database/jobs.ts'
import * as audit from '../../audit/index.ts'
import type { BankConnector, PaymentFileState } from '../../bank/index.ts'
import type { JobHandler } from '../../module.ts'
import type { Services } from '../../services.ts'
import { bankToken } from '../bank-statements/bank-connector.ts'
import { fetchSoon } from '../bank-statements/fetch-statements.ts'
import { unseal } from '../beneficiaries/sealed-account.ts'
import { sendAll } from './hand-over-payout-file.ts'
import { fileToSend, keepRejected, keepSent, takeForBank } from './payouts.repository.ts'

const TAKE_JOB = 'wallet.payout-take'
const SEND_JOB = 'wallet.payout-send'
const PROGRAM: audit.Actor = { kind: 'program' }

/** Makes the program send a payment order that two people agreed on, so that nobody has to take it to the bank. */
export async function sendByProgram(
  services: Services,
  tx: Transaction,
  payout_file_id: string,
): Promise<void> {
  await schedule(tx, { kind: TAKE_JOB, subject_id: payout_file_id, due_at: services.clock.now() })
}

/**
 * The program takes an order out. This is recorded before anything is sent, so that even after a crash nobody can
 * discard an order that the bank may have.
 */
export const payoutTakeJob: JobHandler = {
  kind: TAKE_JOB,
  run: async (services, tx, { subject_id: payout_file_id }) => {
    if (!(await takeForBank(tx, bankToken(services), payout_file_id))) return
    await audit.append(tx, {
      actor: PROGRAM,
      action: 'payout_file.taken',
      subject: { kind: 'payout_file', id: payout_file_id },
    })
    await schedule(tx, { kind: SEND_JOB, subject_id: payout_file_id, due_at: services.clock.now() })
  },
}

/**
 * The program sends the order and records that the bank has it, which marks its withdrawals as sent. After an
 * interruption it asks the bank first; the bank identifies files by message id, so it pays only once. Throws
 * `BankFault`, and is then retried.
 */
export const payoutSendJob: JobHandler = {
  kind: SEND_JOB,
  run: async (services, tx, { subject_id: payout_file_id }) => {
    const { bank, settings } = services
    const token = bankToken(services)
    if (!bank) throw new Error('a payment order is waiting, but the settings no longer name its bank')
    const found = await fileToSend(tx, token, payout_file_id)
    if (!found) return
    const { message_id, sealed } = found
    const state = await sendOnce(bank, message_id, unseal(settings.secret, payout_file_id, sealed))
    if (state.state === 'unknown')
      throw new Error('the bank has no record of a payment file that was sent to it')
    if (state.state === 'rejected') {
      await keepRejected(tx, token, { payout_file_id, reason: state.reason })
      return await noteOf(tx, 'payout_file.rejected', payout_file_id, { bank_reason: state.reason })
    }
    const sent_at = await keepSent(tx, token, payout_file_id)
    if (sent_at === null) return
    await noteOf(tx, 'payout_file.handed_over', payout_file_id, { message_id })
    await sendAll(tx, PROGRAM, { payout_file_id, message_id }, sent_at)
    await fetchSoon(services, tx)
  },
}

async function sendOnce(bank: BankConnector, message_id: string, file: string): Promise<PaymentFileState> {
  const known = await bank.paymentFileState(message_id)
  return known.state === 'unknown' ? await bank.sendPaymentFile(message_id, file) : known
}

async function noteOf(
  tx: Transaction,
  action: string,
  payout_file_id: string,
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { kind: 'payout_file', id: payout_file_id }
  await audit.append(tx, { actor: PROGRAM, action, subject, details })
}

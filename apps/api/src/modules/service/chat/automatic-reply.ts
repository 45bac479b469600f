import type { Language } from '@adtally/contract/enums.ts'
import { message } from '@adtally/i18n/server.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import type { Services } from '../../services.ts'
import { insertMessage, isAnsweredOfLate } from './chat.repository.ts'

/**
 * The automatic reply of a playable sandbox to a customer's first message of a day: that it is not a person, when
 * people answer, where deposit details are, and that nobody may ask to pay in order to withdraw. Silent if a person
 * or this reply has answered within a day. The chat is locked at `revision`.
 */
export async function replyAutomatically(
  { settings }: Services,
  tx: Transaction,
  { customer_id, language, revision }: { customer_id: string; language: Language; revision: number },
): Promise<void> {
  if (!settings.is_playable || (await isAnsweredOfLate(tx, customer_id))) return
  const deposit = message(language, 'automaticReply.deposit')
  const text = message(language, 'automaticReply.text', { hours: settings.service_hours.text, deposit })
  const row = { message_id: newId(), customer_id, author: 'program', kind: 'text' } as const
  const of_program = { staff_id: null, staff_name: null, image_ids: [], request_id: null }
  await insertMessage(
    tx,
    { ...row, ...of_program, text: `${text}\n\n${message(language, 'automaticReply.nobodyPays')}` },
    revision,
  )
}

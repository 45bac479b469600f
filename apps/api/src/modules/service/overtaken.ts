import { id } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../lib/refusal.ts'

/** What every verb that answers takes: the id of what its writer saw last, and whether to send it whatever came since. */
export const answerFlags = { seen_id: z.optional(id), anyway: z.optional(z.boolean()) }

/** An answer by a colleague. */
export interface ColleaguesAnswer {
  text: string
  author: string
  at: Date
}

/** What was looked for behind what the writer saw last; `is_seen_there` is false where that is none of this thread's. */
export interface Since {
  is_seen_there: boolean
  answer: ColleaguesAnswer | null
}

/** The same as one row; the answer's members are null where there is none. */
export interface SinceRow {
  is_seen_there: boolean
  text: string | null
  author: string | null
  at: Date | null
}

/** What a query for one such row has found. */
export function sinceIn([row]: readonly SinceRow[]): Since {
  if (!row) throw new Error('The query of later answers returned no row')
  const { is_seen_there, text, author, at } = row
  const has_answer = text !== null && author !== null && at !== null
  return { is_seen_there, answer: has_answer ? { text, author, at } : null }
}

/**
 * Refuses an answer that a colleague's has overtaken: one of which its writer knew nothing. Throws `answered_meanwhile`
 * with that answer, unless it is to be sent `anyway`; `record_not_found` where what was seen stands elsewhere. The thread
 * is locked before, so that of two answers at once the second sees the first.
 */
export function refuseOvertaken({ is_seen_there, answer }: Since, anyway: boolean | undefined): void {
  if (!is_seen_there) throw new Refusal('record_not_found', { field: 'seen_id' })
  if (!answer || anyway) return
  const { text, author } = answer
  const told = { author, at: answer.at.toISOString(), text }
  throw new Refusal('answered_meanwhile', { field: 'seen_id', values: told, data: { answer: told } })
}

import { Refusal } from '../../lib/refusal.ts'

export interface ColleaguesAnswer {
  text: string
  author: string
  at: Date
}

/** What came after the message that the writer saw; `is_seen_there` is false if that is not in this thread. */
export interface Since {
  is_seen_there: boolean
  answer: ColleaguesAnswer | null
}

/** The same as a row; the answer's columns are null if there is none. */
export interface SinceRow {
  is_seen_there: boolean
  text: string | null
  author: string | null
  at: Date | null
}

/** Reads the single row of such a query. */
export function sinceIn([row]: readonly SinceRow[]): Since {
  if (!row) throw new Error('The query of later answers returned no row')
  const { is_seen_there, text, author, at } = row
  const has_answer = text !== null && author !== null && at !== null
  return { is_seen_there, answer: has_answer ? { text, author, at } : null }
}

/**
 * Refuses an answer if a colleague answered in the meantime. Throws `answered_meanwhile` with that answer, unless it
 * is to be sent `anyway`; `record_not_found` if the seen message is not in this thread. Lock the thread first, so
 * that of two concurrent answers the second sees the first.
 */
export function refuseOvertaken({ is_seen_there, answer }: Since, anyway: boolean | undefined): void {
  if (!is_seen_there) throw new Refusal('record_not_found', { field: 'seen_id' })
  if (!answer || anyway) return
  const { text, author } = answer
  const told = { author, at: answer.at.toISOString(), text }
  throw new Refusal('answered_meanwhile', { field: 'seen_id', values: told, data: { answer: told } })
}

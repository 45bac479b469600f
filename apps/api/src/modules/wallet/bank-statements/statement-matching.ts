import { schedule } from '../../../database/jobs.ts'
import type { JobHandler } from '../../module.ts'
import { matchLines } from './match-lines.ts'
import { lockMatching, moveMatching, waitingLinesOf } from './statement-matching.repository.ts'
import { isContradicted, lockAutomaticBooking } from './statements.repository.ts'

export { beginMatching } from './statement-matching.repository.ts'

/** The job that matches a long statement's lines in batches. */
export const STATEMENT_MATCH_JOB = 'wallet.statement-match'

/** Lines per transaction, few enough that nobody waits long for a customer's account. */
const LINES_PER_RUN = 300
/** How long lines wait whose statement the bank contradicts, before they are looked at again. */
export const CONTRADICTED_AGAIN_MS = 5 * 60_000

/**
 * Matches the next lines of a long statement and records the position in the same transaction, so that each line is
 * matched once even if it is interrupted. Waits while the bank contradicts the statement.
 */
export const statementMatchJob: JobHandler = {
  kind: STATEMENT_MATCH_JOB,
  run: async (services, tx, { subject_id }) => {
    await lockAutomaticBooking(tx)
    const progress = await lockMatching(tx, subject_id)
    if (!progress || progress.done_at !== null) return
    if (await isContradicted(tx, subject_id)) {
      const due_at = new Date(services.clock.now_ms() + CONTRADICTED_AGAIN_MS)
      return await schedule(tx, { kind: STATEMENT_MATCH_JOB, subject_id, due_at })
    }
    const rows = await waitingLinesOf(tx, {
      statement_id: subject_id,
      from_sequence: progress.next_sequence,
      limit: LINES_PER_RUN,
    })
    await matchLines(services, tx, rows)
    const now = services.clock.now()
    const last = rows.at(-1)
    if (!last || rows.length < LINES_PER_RUN) {
      await moveMatching(tx, subject_id, {
        next_sequence: (last?.sequence ?? progress.next_sequence) + 1,
        done_at: now,
      })
      return
    }
    await moveMatching(tx, subject_id, { next_sequence: last.sequence + 1, done_at: null })
    await schedule(tx, { kind: STATEMENT_MATCH_JOB, subject_id, due_at: now })
  },
}

import { type ArchivePart, ownTable } from '../archive-table.ts'

/** Which answers the customer found helpful. */
export const archive: ArchivePart = {
  tables: [
    ownTable('content.question_votes', ['question_id', 'helpful', 'language', 'voted_at'], {
      by: ['voted_at', 'question_id'],
    }),
  ],
}

import type { ArchivePart } from '../archive-table.ts'

/** What only a sandbox keeps. */
export const archive: ArchivePart = {
  tables: [],
  left_out: {
    'sandbox.clock_wishes': 'how a sandbox’s clock was played with, which their account’s record tells',
  },
}

import type { ArchivePart } from '../archive-table.ts'

/** Tables of sandboxes only. */
export const archive: ArchivePart = {
  tables: [],
  left_out: {
    'sandbox.clock_wishes': 'how a sandbox’s clock was played with, which their account’s record tells',
  },
}

import { type ArchivePart, ownTable } from '../archive-table.ts'

export const archive: ArchivePart = {
  tables: [
    ownTable('webpush.devices', ['session_id', 'push_service', 'language', 'turned_on_at', 'sent_at'], {
      by: ['turned_on_at', 'session_id'],
    }),
  ],
  left_out: {
    'webpush.messages': 'a notification on its way to a device; it stands among the notifications',
  },
}

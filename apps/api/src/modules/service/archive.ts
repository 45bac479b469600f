import { type ArchivePart, ownTable } from '../archive-table.ts'

export const archive: ArchivePart = {
  tables: [
    ownTable(
      'service.notifications',
      [
        ...['notification_id', 'category', 'message', 'message_values', 'subject_kind', 'subject_id'],
        ...['created_at', 'read_at'],
      ],
      { by: ['created_at', 'notification_id'] },
    ),
    ownTable(
      'service.chat_messages',
      ['message_id', 'author', 'staff_name', 'kind', 'text', 'image_ids', 'sent_at', 'read_at'],
      { by: ['position'] },
    ),
    ownTable('service.feedback', ['feedback_id', 'subject', 'content', 'image_ids', 'created_at'], {
      by: ['created_at', 'feedback_id'],
    }),
    ownTable('service.feedback_answers', ['answer_id', 'feedback_id', 'staff_name', 'text', 'answered_at'], {
      by: ['answered_at', 'answer_id'],
    }),
  ],
  left_out: { 'service.chat_threads': 'how often the chat has changed' },
}

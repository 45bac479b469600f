import { answerChat, listChats, readChat, showChat } from '@adtally/contract/operator/house/service.ts'
import type { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import { IMAGE_BYTES_MAX } from '@adtally/contract/service/files.ts'
import { newId } from '../../database/identifiers.ts'
import { isWhole } from '../../lib/cursor.ts'
import * as audit from '../audit/index.ts'
import { tellCustomer } from '../customer-notice.ts'
import { attachImages, type KeptImage, keepImage } from '../files/index.ts'
import { readGivenFile } from '../given-file.ts'
import { customerOfHandle } from '../identity/index.ts'
import { type Staff, type StaffVerb, staffVerb } from '../module.ts'
import type { Services } from '../services.ts'
import { listPageByKey, listVerb } from '../staff-list.ts'
import {
  answerSince,
  type ChatMessageRow,
  insertMessage,
  lockThread,
  markMessagesRead,
  messagesBefore,
  revisionOf,
  WAITING_CHAT_PLACE,
  waitingThreads,
} from './chat/chat.repository.ts'
import { excerpt } from './excerpt.ts'
import { refuseOvertaken } from './overtaken.ts'

const LISTED_DEFAULT = 100
/** How much of an answer its notification shows. */
const NOTICE_LENGTH_MAX = 140

export const serviceVerbs: readonly StaffVerb[] = [
  listVerb(listChats, {
    limit_default: LISTED_DEFAULT,
    parts: WAITING_CHAT_PLACE,
    read: waitingThreads,
  }),
  staffVerb(showChat, async (services, staff, { customer, ...flags }) => {
    const { items, next_cursor } = await listPageByKey(services, flags, {
      limit_default: LISTED_DEFAULT,
      isKey: isWhole,
      read: async (tx, position, limit) => {
        const { customer_id } = await customerOfHandle(tx, customer)
        await audit.appendLooks(tx, staff, 'chat.viewed', customer_id)
        const before = position === undefined ? undefined : Number(position)
        return await messagesBefore(tx, customer_id, { before, limit })
      },
      keyOf: ({ position }) => String(position),
    })
    return { items: items.map(forStaff), next_cursor }
  }),
  staffVerb(readChat, ({ database }, staff, { customer }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const { customer_id } = await customerOfHandle(tx, customer)
      const revision = await lockThread(tx, customer_id)
      const [newest] = await messagesBefore(tx, customer_id, { limit: 1 })
      if (newest) await markMessagesRead(tx, customer_id, newest.message_id, 'service')
      if (newest && (await revisionOf(tx, customer_id)) > revision) {
        await audit.byStaff(tx, staff, {
          action: 'chat.marked_read',
          subject: { kind: 'chat', id: newest.message_id },
          customer_id,
        })
      }
      return { read_up_to: newest?.message_id ?? null }
    }),
  ),
  staffVerb(answerChat, async (services, staff, input) => {
    const { database } = services
    const { customer_id } = await database.transaction({ kind: 'system' }, (tx) =>
      customerOfHandle(tx, input.customer),
    )
    const image = input.file === undefined ? null : await imageFrom(services, staff, customer_id, input.file)
    return await database.transaction({ kind: 'system' }, async (tx) => {
      const image_ids = image ? [image.file_id] : []
      await attachImages(tx, { customer_id, use: 'chat' }, image_ids)
      const revision = await lockThread(tx, customer_id)
      const { staff_id } = staff
      refuseOvertaken(await answerSince(tx, customer_id, { seen: input.seen_id, staff_id }), input.anyway)
      const row = { message_id: newId(), customer_id, author: 'service', kind: 'text' } as const
      const of_staff = { staff_id, staff_name: staff.username, request_id: null }
      const { message_id } = await insertMessage(
        tx,
        { ...row, ...of_staff, text: input.text, image_ids },
        revision,
      )
      await markMessagesRead(tx, customer_id, message_id, 'service')
      await audit.byStaff(tx, staff, {
        action: 'chat.answered',
        subject: { kind: 'chat', id: message_id },
        customer_id,
      })
      await tellCustomer(tx, customer_id, {
        message: 'service_answer',
        values: { text: excerpt(input.text, NOTICE_LENGTH_MAX) },
        subject: { kind: 'chat', id: message_id },
      })
      return { message_id }
    })
  }),
]

/** A message as staff read it. */
function forStaff({ request_id: _, ...message }: ChatMessageRow) {
  return message
}

async function imageFrom(
  services: Services,
  staff: Staff,
  customer_id: string,
  file: GivenFile,
): Promise<KeptImage> {
  const upload = await readGivenFile(file, { bytes_max: IMAGE_BYTES_MAX })
  return await keepImage(services, { customer_id, use: 'chat', staff_id: staff.staff_id }, upload)
}

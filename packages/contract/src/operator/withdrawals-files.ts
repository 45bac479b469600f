import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { fileCall } from './staff-call.ts'

/** ISO 20022 pain.001. */
export const PAYMENT_ORDER_TYPE = 'application/xml'

export const savePayoutFile = fileCall({
  name: 'save-payout-file',
  kind: 'act',
  area: 'withdrawals',
  roles: ['finance_maker', 'finance_checker'],
  proof: 'fresh',
  summary: 'Take a payment order out for the bank; that you did is kept',
  note: 'it is the same file each time',
  request: z.strictObject({ payout_file_id: id }),
  answers_file: PAYMENT_ORDER_TYPE,
  refusals: ['record_not_found', 'state_conflict'],
})

import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { because, id, pageOf, pageQuery, requestId, text } from '../fields.ts'
import { hold } from './wallet.ts'

/** The most documents that a hold may ask for. */
export const HOLD_DOCUMENTS_MAX = 8

export const APPEAL_LENGTH_MAX = 2_000

export const holdList = customerCall('GET /user/hold/list', {
  name: 'holdList',
  auth: 'restricted',
  summary: 'Every hold there was on the customer’s money, newest first, released ones too (PRODUCT §2.4)',
  request: z.strictObject(pageQuery),
  response: pageOf(hold),
  refusals: ['cursor_invalid'],
})

export const holdAppeal = customerCall('POST /user/hold/appeal', {
  name: 'holdAppeal',
  auth: 'restricted',
  summary: 'Appeal against a hold; somebody who did not place it decides',
  request: z.strictObject({ request_id: requestId, hold_id: id, grounds: text(APPEAL_LENGTH_MAX) }),
  response: z.object({ hold }),
  refusals: ['hold_not_found', 'hold_appeal_open', 'hold_appeals_too_many', 'request_id_reused'],
})

export const holdDocument = customerCall('POST /user/hold/document', {
  name: 'holdDocument',
  auth: 'restricted',
  summary:
    'Give a listed document: an image uploaded with the use `hold_document`; with the last one the clock goes on',
  request: z.strictObject({
    hold_id: id,
    position: z
      .int({ error: because('field_invalid') })
      .check(z.gte(1, 'field_invalid'), z.lte(HOLD_DOCUMENTS_MAX, 'field_invalid')),
    file_id: id,
  }),
  response: z.object({ hold }),
  refusals: ['hold_not_found', 'hold_document_given', 'hold_document_unlisted', 'file_not_found'],
})

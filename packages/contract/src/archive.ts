import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { nothing, transactionPassword } from './fields.ts'
import { askedData, FACTOR_REFUSALS, factorProof } from './passkey.ts'

export const ARCHIVE_MEDIA_TYPE = 'application/zip'

export const archiveTake = {
  ...customerCall({
    name: 'archiveTake',
    method: 'POST',
    path: '/user/archive',
    auth: 'restricted',
    tag: 'identity',
    summary:
      'Everything that is kept of the customer as one archive: a CSV file a table, images and signed contracts; with the transaction password, where one is set, and the second factor, where one is set up',
    request: z.strictObject({ password: z.optional(transactionPassword), ...factorProof }),
    response: nothing,
    refusals: [
      'field_required',
      'transaction_password_malformed',
      'transaction_password_wrong',
      'transaction_password_locked',
      ...FACTOR_REFUSALS,
    ],
    refusal_data: z.strictObject(askedData),
  }),
  answers_file: ARCHIVE_MEDIA_TYPE,
} as const

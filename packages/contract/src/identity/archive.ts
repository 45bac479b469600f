import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { nothing } from '../fields.ts'
import { OWNER_REFUSALS, ownerProof } from './owner-proof.ts'
import { askedData } from './passkey.ts'

export const ARCHIVE_MEDIA_TYPE = 'application/zip'

export const archiveTake = {
  ...customerCall('POST /user/archive', {
    name: 'archiveTake',
    auth: 'restricted',
    summary:
      'Everything that is kept of the customer as one archive: a CSV file a table, images and signed contracts; with the transaction password, or the sign-in password where none is set, and the second factor, where one is set up',
    request: z.strictObject(ownerProof),
    response: nothing,
    refusals: [...OWNER_REFUSALS],
    refusal_data: z.strictObject(askedData),
  }),
  answers_file: ARCHIVE_MEDIA_TYPE,
} as const

import * as z from 'zod/mini'
import { because } from '../fields.ts'

/** SHA-256 in lower-case hexadecimal. */
export const sha256 = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^[0-9a-f]{64}$/, 'field_invalid'))

/** A file in a JSON reply, so that reading it is authenticated, limited and logged like any call. */
export const fileContent = z.object({
  file_name: z.string(),
  media_type: z.enum(['application/pdf', 'text/csv']),
  /** Of the decoded content. */
  sha256,
  /** Base64. */
  content: z.string(),
})

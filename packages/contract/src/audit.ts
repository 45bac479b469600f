import * as z from 'zod/mini'
import { publicCall } from './call.ts'
import { because, count, time } from './fields.ts'
import { sha256 } from './service/file-content.ts'

/** A log entry in its hashed form: each field as `<bytes>:<text>,` or `-,`, then the previous hash, SHA-256. */
export const auditReceipt = z.object({
  /** In the log's order; the first is the entry's height, the second its time. */
  fields: z.array(z.nullable(z.string())),
  previous_hash: sha256,
  hash: sha256,
})

/** The log's end: a reader who notes it down can later check everything before it. */
export const auditHead = publicCall('GET /audit/head', {
  name: 'auditHead',
  summary:
    "The head of the hash-chained log of staff's acts: how many entries there are and the hash of the last",
  request: z.strictObject({
    /** Also returns the hash of the entry at this height. */
    height: z.optional(
      z.string({ error: because('field_invalid') }).check(z.regex(/^[1-9]\d{0,14}$/, 'field_invalid')),
    ),
  }),
  response: z.object({
    height: count,
    /** 64 zeros if there is no entry. */
    hash: sha256,
    /** When the last entry was made; null if there is none. */
    entry_at: z.nullable(time),
    as_of: time,
    /** Null if no height was asked for, or the log has no such entry. */
    entry_hash: z.nullable(sha256),
  }),
  refusals: [],
})

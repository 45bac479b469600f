import * as z from 'zod/mini'

/** A whole number that may be large, as decimal text. */
export const counted = z.string().check(z.regex(/^-?\d+$/))

/** A file that tells of addresses: the day it was made, and its SHA-256 in hexadecimal. */
export const addressDatabase = z.object({ built_on: z.iso.date(), sha256: z.string() })

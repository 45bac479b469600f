import * as z from 'zod/mini'

/** Micro-units as a proposal keeps them. */
export const microsText = z.pipe(
  z.string().check(z.regex(/^\d{1,24}$/)),
  z.transform((value: string) => BigInt(value)),
)

import * as z from 'zod/mini'

/** A login that a test passes to a process it starts, as JSON in the arguments. */
export const processConnection = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
})

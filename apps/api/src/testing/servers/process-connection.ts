import * as z from 'zod/mini'

/** A login as a test hands it to a process of its own, as JSON in the arguments. */
export const processConnection = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
})

import * as z from 'zod/mini'

/** Where a demo says who can be continued as; no other program answers there. */
export const DEMO_PEOPLE_PATH = '/demo/people'
/** Where a demo issues an authorization code for somebody new, by POST. */
export const DEMO_CODE_PATH = '/demo/licence-code'

/** The demo's customers with the passwords that it printed; empty until it is ready. */
export const demoPeople = z.object({
  people: z.array(z.object({ username: z.string(), nickname: z.string(), password: z.string() })),
})

/** Where a demo has issued as many codes as it does until it starts again; with 429. */
export const demoCodesUsedUp = z.object({ reason: z.literal('codes_used_up'), codes: z.int() })

/** A code that nobody has used. */
export const demoCode = z.object({ licence_code: z.string() })

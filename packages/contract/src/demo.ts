import * as z from 'zod/mini'

/** Where a demo lists the customers to continue as; no other program answers there. */
export const DEMO_PEOPLE_PATH = '/demo/people'
/** Where a demo issues an authorization code, by POST. */
export const DEMO_CODE_PATH = '/demo/licence-code'

/** The demo's customers with their printed passwords; empty until it is ready. */
export const demoPeople = z.object({
  people: z.array(z.object({ username: z.string(), nickname: z.string(), password: z.string() })),
})

/** The demo issues no more codes until it restarts; with 429. */
export const demoCodesUsedUp = z.object({ reason: z.literal('codes_used_up'), codes: z.int() })

export const demoCode = z.object({ licence_code: z.string() })

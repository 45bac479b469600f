import * as z from 'zod/mini'

// Before any parsing: zod's compiler needs eval, which the content security policy forbids (HOUSE).
z.config({ jitless: true })

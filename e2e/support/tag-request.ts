import type { Request } from '@playwright/test'
import * as z from 'zod/mini'

const asked = z.object({
  slots: z.array(z.object({ placement: z.string() })),
  device: z.optional(z.string()),
})

/** Whether the tag asks for advertisements here. */
export function isOfDecisions(url: string): boolean {
  return new URL(url).pathname.endsWith('/delivery/v1/decisions')
}

/** What it asks for. */
export function askedIn(request: Request): z.infer<typeof asked> {
  return asked.parse(request.postDataJSON())
}

import { type ClockStep, sandboxClock, sandboxClockAdvance } from '@adtally/contract/sandbox.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../api.ts'
import { basic_config, keepBasicConfig } from '../basic-config.ts'
import { callQuery } from '../call-query.ts'
import { useIntention } from '../session/use-intention.ts'

const LOOK_MS = 500

/** The sandbox's clock and what is due next. */
export function clockQuery() {
  return callQuery(sandboxClock, {})
}

let is_following = false

/**
 * Follows the clock while it advances, even after its sheet is closed: updates this device's idea of the program's
 * time, and at the end refetches everything, as anything may have happened.
 */
export function followClock(client: QueryClient): void {
  if (is_following) return
  is_following = true
  follow(client)
    // Without a connection, the next look continues from there.
    .catch(() => undefined)
    .finally(() => {
      is_following = false
    })
}

async function follow(client: QueryClient): Promise<void> {
  for (;;) {
    const { clock_offset_ms, moving } = await client.fetchQuery({ ...clockQuery(), staleTime: 0 })
    const config = basic_config.get()
    if (config) keepBasicConfig({ ...config, clock_offset_ms })
    if (!moving) break
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  void client.invalidateQueries()
}

/** Moves the clock forward; one `request_id` per intention. */
export function useAdvanceClock() {
  const client = useQueryClient()
  const intention = useIntention('sandbox clock')
  return useMutation({
    // Offline it fails at once: a move sent later would surprise somebody who has given up on it.
    networkMode: 'always',
    mutationFn: (step: ClockStep) =>
      request(sandboxClockAdvance, { request_id: intention.requestId(step), step }),
    onSuccess: (_answer, step) => intention.done(step),
    // If it is refused, somebody else is already moving it.
    onSettled: () => followClock(client),
  })
}

import * as z from 'zod/mini'

/** The used part of a trace. */
const traceEvent = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds. */
  ts: z.number(),
  dur: z.optional(z.number()),
  /** CPU time in microseconds, which a busy machine does not lengthen. */
  tdur: z.optional(z.number()),
  args: z.optional(z.looseObject({ data: z.optional(z.looseObject({ url: z.optional(z.string()) })) })),
})
type TraceEvent = z.infer<typeof traceEvent>

const MICROSECONDS = 1000

/** The categories that `tickCosts` needs. */
export const TICK_CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'] as const

/**
 * CPU time of the page's main thread from each request to a path with `contains` to the next, in milliseconds; leaves
 * out the last request. Throws if the trace has no such request.
 */
export function tickCosts(trace: string, contains: string): number[] {
  const { traceEvents } = z.parse(z.object({ traceEvents: z.array(z.unknown()) }), JSON.parse(trace))
  const events = traceEvents.flatMap((event) => {
    const read = z.safeParse(traceEvent, event)
    return read.success ? [read.data] : []
  })
  const ticks = events
    .filter(({ name, args }) => name === 'ResourceSendRequest' && args?.data?.url?.includes(contains))
    .toSorted((a, b) => a.ts - b.ts)
  const [first] = ticks
  if (!first) throw new Error(`the trace has no request to ${contains}`)
  const isOnSameThread = ({ pid, tid }: TraceEvent) => pid === first.pid && tid === first.tid
  const tasks = events.filter((event) => event.name === 'RunTask' && isOnSameThread(event))
  return ticks.slice(0, -1).map(({ ts }, index) => {
    const until = ticks[index + 1]?.ts ?? ts
    const within = tasks.filter((task) => task.ts >= ts && task.ts < until)
    return within.reduce((sum, { tdur, dur }) => sum + (tdur ?? dur ?? 0), 0) / MICROSECONDS
  })
}

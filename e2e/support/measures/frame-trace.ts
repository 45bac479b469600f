import * as z from 'zod/mini'

/** The used part of a trace; times in microseconds, `tdur` is CPU time. */
const frameEvent = z.object({
  name: z.enum(['RunTask', 'FireAnimationFrame']),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  tdur: z.optional(z.number()),
})

const MICROSECONDS = 1000

/**
 * CPU time of the rendering main thread between animation frames, in milliseconds, which a busy machine does not
 * lengthen. Throws if the trace has no animation frame.
 */
export function frameCosts(trace: string): number[] {
  const { traceEvents } = z.parse(z.object({ traceEvents: z.array(z.unknown()) }), JSON.parse(trace))
  const events = traceEvents.flatMap((event) => {
    const read = z.safeParse(frameEvent, event)
    return read.success ? [read.data] : []
  })
  const frames = events.filter(({ name }) => name === 'FireAnimationFrame').toSorted((a, b) => a.ts - b.ts)
  const [first] = frames
  if (!first) throw new Error('the trace has no animation frame')
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === first.pid && tid === first.tid)
    .toSorted((a, b) => a.ts - b.ts)
  const costs = frames.map(() => 0)
  let frame = -1
  for (const { ts, tdur = 0 } of tasks) {
    while ((frames[frame + 1]?.ts ?? Number.POSITIVE_INFINITY) <= ts) frame += 1
    if (frame >= 0) costs[frame] = (costs[frame] ?? 0) + tdur / MICROSECONDS
  }
  // The last frame has no next one.
  return costs.slice(0, -1)
}

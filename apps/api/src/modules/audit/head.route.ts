import { auditHead } from '@adtally/contract/audit.ts'
import { publicRoute } from '../route.ts'
import type { Services } from '../services.ts'
import { type HeadReading, readPublicHead } from './public-head.ts'

/** How long an answer is reused: a call open to everybody must cost next to nothing. */
const KEPT_MS = 1_000

const kept = new WeakMap<Services, { until_ms: number; reading: Promise<HeadReading> }>()

export const auditHeadRoute = publicRoute(auditHead, async ({ height }, { services }) => {
  const now_ms = performance.now()
  const known = kept.get(services)
  if (height !== undefined || known === undefined || known.until_ms <= now_ms) {
    const reading = readPublicHead(services, height)
    if (height !== undefined) return await reading
    kept.set(services, { until_ms: now_ms + KEPT_MS, reading })
    reading.catch(() => kept.delete(services))
    return await reading
  }
  return await known.reading
})

import { setTimeout as wait } from 'node:timers/promises'
import { keepSending } from '../../keep-sending.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { type DueSellerFile, noteLook, type SellerCheck, takeDueFile } from './seller-checks.repository.ts'
import { type LookBounds, lookAtSellerFile } from './seller-file.ts'
import { systemDomain } from './sellers.ts'

type CheckNeeds = Pick<Services, 'clock' | 'database' | 'log' | 'policies' | 'settings'>

const SYSTEM = { kind: 'system' } as const
/** Nobody waits for these, and publishers' servers are asked one after another. */
const APART_MS = 100

/**
 * Looks daily whether publishers' `ads.txt` and `app-ads.txt` name us, and at once where a publisher's first placement is made.
 * Returns how to stop.
 */
export async function startCheckingSellers(services: Services): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const stop = await keepSending(services.database, 'marketplace_changed', () =>
    checkDueSellers(services, { stopping: stopping.signal }).catch((error: unknown) =>
      services.log.warn({ err: error }, 'could not read whose seller files are due; trying again'),
    ),
  )
  return async () => {
    stopping.abort()
    await stop()
  }
}

/** Looks at every file that is due. */
export async function checkDueSellers(
  services: CheckNeeds,
  bounds: Omit<LookBounds, 'mode'> = {},
): Promise<void> {
  const { stopping } = bounds
  while (!stopping?.aborted) {
    const due = await services.database.transaction(SYSTEM, takeDueFile)
    if (!due) return
    await checkOne(services, due, bounds)
    await wait(APART_MS, undefined, { ...(stopping && { signal: stopping }) }).catch(() => {})
  }
}

async function checkOne(
  services: CheckNeeds,
  due: DueSellerFile,
  bounds: Omit<LookBounds, 'mode'>,
): Promise<void> {
  const { database, log, settings } = services
  const entry = { system: systemDomain(settings), seller_id: due.publisher_id }
  const look = await lookAtSellerFile(due, entry, { mode: settings.ledger_mode, ...bounds })
  if (bounds.stopping?.aborted) return
  const missing_since = await database.transaction(SYSTEM, (tx) => noteLook(tx, due, look))
  if (isOverdue(services, missing_since)) {
    const { publisher_id, file } = due
    log.warn(
      { publisher_id, file, missing_since },
      'a publisher has not named us in its file of sellers for too long; show-supply-chain tells the line',
    )
  }
}

function isOverdue(services: CheckNeeds, missing_since: Date | null): boolean {
  if (missing_since === null) return false
  const limit_ms = policies.current(services).seller_missing_limit_ms
  return services.clock.now_ms() - missing_since.getTime() >= limit_ms
}

/** What staff are shown of looks; `is_overdue`: it has not named us for as long as the policy waits before it tells staff. */
export function presentChecks(services: CheckNeeds, checks: readonly SellerCheck[]) {
  return checks.map(({ file, outcome, answer, checked_at, missing_since }) => ({
    file,
    outcome,
    answer,
    checked_at,
    missing_since,
    is_overdue: isOverdue(services, missing_since),
  }))
}

import { sessionList, sessionRevoke } from '@adtally/contract/identity/identity.ts'
import type { Page, Route } from '@playwright/test'
import type { CustomerClient } from '../../apps/api/src/demo/customer-client.ts'

const SLOW_MS = 3000

/** Faults that a call can meet. */
export const FAULTS = {
  'no connection': (route) => route.abort('internetdisconnected'),
  'a broken server': (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: 'Server error', data: {} } }),
  'an answer that is no answer': (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  'a lost reply': async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
} as const satisfies Record<string, (route: Route) => Promise<void>>

export type FaultName = keyof typeof FAULTS

/** Applies the fault to calls of this path while `work` runs. */
export async function withFault(
  page: Page,
  path: string,
  fault: FaultName,
  work: () => Promise<void>,
): Promise<void> {
  const pattern = `**/facebook-business${path}`
  await page.route(pattern, FAULTS[fault])
  try {
    await work()
  } finally {
    await page.unroute(pattern)
  }
}

/** From now on delays calls of this path by three seconds, and until the returned function is called. */
export async function slowDown(page: Page, path: string): Promise<() => void> {
  const { promise: may_go, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**/facebook-business${path}`, async (route) => {
    await Promise.all([may_go, new Promise((resolve) => setTimeout(resolve, SLOW_MS))])
    await route.continue()
  })
  return letGo
}

/** Ends all sessions of a customer but the caller's, as signing out other devices does. */
export async function endOtherSessions(client: CustomerClient): Promise<void> {
  const { items } = await client.call(sessionList, { limit: '100' })
  for (const { session_id, current } of items) {
    if (!current) await client.call(sessionRevoke, { session_id })
  }
}

import { sessionList, sessionRevoke } from '@adtally/contract/identity/identity.ts'
import type { Page, Route } from '@playwright/test'
import type { CustomerClient } from '../../apps/api/src/demo/customer-client.ts'

const SLOW_MS = 3000

/** What can happen to a call on its way. */
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

/** While `work` runs, calls to the path meet the fault. */
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

/** From now on calls to the path take three seconds longer, and none goes on before the answered function was called. */
export async function slowDown(page: Page, path: string): Promise<() => void> {
  const { promise: may_go, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**/facebook-business${path}`, async (route) => {
    await Promise.all([may_go, new Promise((resolve) => setTimeout(resolve, SLOW_MS))])
    await route.continue()
  })
  return letGo
}

/** Ends every session of a customer but the caller's, as signing out another device does. */
export async function endOtherSessions(client: CustomerClient): Promise<void> {
  const { items } = await client.call(sessionList, { limit: '100' })
  for (const { session_id, current } of items) {
    if (!current) await client.call(sessionRevoke, { session_id })
  }
}

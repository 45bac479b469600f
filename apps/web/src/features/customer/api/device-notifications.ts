import { readAgain } from '@adtally/client/read-again.ts'
import { webPushState, webPushTurnOff, webPushTurnOn } from '@adtally/contract/service/webpush.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { browserSays, subscribe, unsubscribe } from '../../../lib/device/device-notifications.ts'

const BROWSER_STATE = 'browser_notifications'

/** Whether the program notifies this session's device. */
export function deviceStateQuery() {
  return callQuery(webPushState, {})
}

/** The browser's permission and subscription, read again when the customer returns from its settings. */
export function browserStateQuery() {
  return queryOptions({
    queryKey: [BROWSER_STATE] as const,
    queryFn: browserSays,
    networkMode: 'always',
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** Turn notifications on, with the browser's pending permission prompt, or off. */
export type DeviceWish =
  | { kind: 'on'; permission: Promise<NotificationPermission>; public_key: string }
  | { kind: 'off' }

/** Turns notifications on this device on or off. */
export function useChangeDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: carryOut,
    meta: { handlesErrors: true },
    onSuccess: (_done, { kind }) => {
      // Applied before the refetch, so that the switch does not flip back in between.
      const is_on = kind === 'on'
      client.setQueryData(deviceStateQuery().queryKey, (before) => before && { ...before, is_on })
      client.setQueryData(browserStateQuery().queryKey, is_on ? 'subscribed' : 'unsubscribed')
    },
    onSettled: () => readAgain(client, [webPushState, { name: BROWSER_STATE }]),
  })
}

async function carryOut(wish: DeviceWish): Promise<void> {
  if (wish.kind === 'off') {
    await request(webPushTurnOff, {})
    await unsubscribe()
    return
  }
  const subscription = await subscribe(wish.permission, wish.public_key)
  try {
    await request(webPushTurnOn, subscription)
  } catch (error) {
    await unsubscribe()
    throw error
  }
}

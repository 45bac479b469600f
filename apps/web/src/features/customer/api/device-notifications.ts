import { webPushState, webPushTurnOff, webPushTurnOn } from '@adtally/contract/service/webpush.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { browserSays, subscribe, unsubscribe } from '../../../lib/device/device-notifications.ts'
import { readAgain } from '../../../lib/read-again.ts'

const BROWSER_STATE = 'browser_notifications'

/** Whether this session's device is notified, as the program knows it. */
export function deviceStateQuery() {
  return callQuery(webPushState, {})
}

/** What the browser says, read again whenever its person comes back from its settings. */
export function browserStateQuery() {
  return queryOptions({
    queryKey: [BROWSER_STATE] as const,
    queryFn: browserSays,
    networkMode: 'always',
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** What is wished for this device; to turn it on, the answer to the browser's question. */
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
      // What was done is known before it is read again: the switch does not go back in between.
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

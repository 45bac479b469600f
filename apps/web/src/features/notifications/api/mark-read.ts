import { readAgain } from '@adtally/client/read-again.ts'
import type { RequestOf } from '@adtally/contract/call.ts'
import { notifications, notificationsRead, unreadCount } from '@adtally/contract/service/service.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'

/** Marks one notification, or all up to a watermark, as read; updates the bell at once. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<typeof notificationsRead>) => request(notificationsRead, input),
    onSuccess: (data) => {
      client.setQueryData([unreadCount.name, {}], data)
      readAgain(client, [notifications])
    },
  })
}

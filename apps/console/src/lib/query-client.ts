import { READING } from '@adtally/client/query-defaults.ts'
import { knowConnection } from '@adtally/ui/connection.ts'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { onPersonLeft } from './session.ts'

/** The cache of answers: one person's, in memory alone. */
export const query_client = new QueryClient({ defaultOptions: { queries: READING } })
onPersonLeft(() => query_client.clear())

knowConnection({
  isConnected: () => onlineManager.isOnline(),
  subscribe: (onChange) => onlineManager.subscribe(onChange),
})

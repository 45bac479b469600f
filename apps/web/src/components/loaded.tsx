import { ApiError } from '@adtally/client/api-error.ts'
import { isGone } from '@adtally/client/is-gone.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotLoaded } from './not-loaded.tsx'
import { useArrival } from './use-arrival.ts'

interface LoadedProps<Data> {
  query: UseQueryResult<Data, unknown>
  /** Shown until the first answer. */
  skeleton: ReactNode
  /** Shown instead of a retry if the thing does not exist, as retrying could not help. */
  gone?: ReactNode
  children: (data: Data) => ReactNode
}

/** Every reading's states (DESIGN): skeleton, content, failed. Later failures keep the last answer on screen. */
export function Loaded<Data>({ query, skeleton, gone, children }: LoadedProps<Data>) {
  const hasArrived = useArrival(query.data !== undefined)
  if (query.data !== undefined) return hasArrived ? children(query.data) : skeleton
  if (gone !== undefined && isGone(query.error)) return gone
  if (query.isError || query.fetchStatus === 'paused') {
    const message = query.error instanceof ApiError ? query.error.message : undefined
    return <NotLoaded onReload={() => query.refetch()} message={message} />
  }
  return skeleton
}

import { FailedState, OfflineState } from '@adtally/ui/states.tsx'
import type { ComponentProps } from 'react'
import { useOnline } from '../lib/device/use-online.ts'

/** Shown in place of missing content: no connection, or the request failed and a tap retries (DESIGN). */
export function NotLoaded(props: ComponentProps<typeof FailedState>) {
  return useOnline() ? <FailedState {...props} /> : <OfflineState />
}

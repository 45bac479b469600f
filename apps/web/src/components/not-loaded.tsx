import { FailedState, OfflineState } from '@adtally/ui/states.tsx'
import type { ComponentProps } from 'react'
import { useOnline } from '../lib/device/use-online.ts'

/** In the place of what did not come: that there is no connection, or that the request failed and a tap tries again (DESIGN). */
export function NotLoaded(props: ComponentProps<typeof FailedState>) {
  return useOnline() ? <FailedState {...props} /> : <OfflineState />
}

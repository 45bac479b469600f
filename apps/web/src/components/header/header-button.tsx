import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import type { ComponentProps } from 'react'

/** One of the header's icons. Five fit side by side at any text size, as they shrink to a target of 44 px. */
export function HeaderButton(props: Omit<ComponentProps<typeof IconButton>, 'className'>) {
  return <IconButton {...props} className="min-w-[44px] shrink" />
}

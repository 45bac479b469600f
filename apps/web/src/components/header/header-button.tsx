import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import type { ComponentProps } from 'react'

/**
 * One of the header's icons. Five fit beside each other however large the text is: they give way, down to the 44 px of
 * a target.
 */
export function HeaderButton(props: Omit<ComponentProps<typeof IconButton>, 'className'>) {
  return <IconButton {...props} className="min-w-[44px] shrink" />
}

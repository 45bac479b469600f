import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  icon: IconName
  /** The name for screen readers. */
  label: string
  size?: number
  /** At a row's end, where the icon rather than its target aligns with the edge. */
  trailing?: boolean
}

/** A bare icon on a 44-px target, in the surrounding colour. */
export function IconButton({ icon, label, size = 22, trailing, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classNames(
        'relative inline-flex size-11 flex-none items-center justify-center rounded-control',
        trailing && '-me-3',
        className,
      )}
    >
      <Icon name={icon} size={size} color="currentColor" />
    </button>
  )
}

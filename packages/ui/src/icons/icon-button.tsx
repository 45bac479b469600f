import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  icon: IconName
  /** The name for screen readers. */
  label: string
  size?: number
  /** At the end of a row: the icon, not the target around it, stands on the row's edge. */
  trailing?: boolean
}

/** A bare icon on a 44-px target; takes the colour around it. */
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

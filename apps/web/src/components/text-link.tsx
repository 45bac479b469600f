import { classNames } from '@adtally/ui/class-names.ts'
import { Link, type LinkProps } from 'react-router'

const LOOKS = {
  text: 'inline-flex rounded-control text-14 text-accent',
  large: 'inline-flex rounded-control text-16 text-accent',
  outlined: 'flex justify-center rounded-control border border-edge px-4 text-14 text-accent',
  filled: 'flex justify-center rounded-control bg-accent px-5 py-2.5 text-16 text-on-accent',
} as const

interface TextLinkProps extends Pick<LinkProps, 'to' | 'children' | 'aria-label'> {
  look?: keyof typeof LOOKS
  className?: string
}

/** A link of words alone to another page, high enough for a finger. */
export function TextLink({ look = 'text', className, ...rest }: TextLinkProps) {
  const height = look === 'filled' ? 'min-h-12' : 'min-h-11'
  return <Link {...rest} className={classNames(LOOKS[look], height, 'items-center font-medium', className)} />
}

import { classNames } from '@adtally/ui/class-names.ts'
import { Link, type LinkProps } from 'react-router'

const LOOK = 'inline-flex min-h-11 items-center rounded-control text-14 font-medium text-accent'

interface TextLinkProps extends Pick<LinkProps, 'to' | 'children' | 'aria-label'> {
  className?: string
}

/** A text link to another page, tall enough for a finger. */
export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={classNames(LOOK, className)} />
}

import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'

/** A surface with 12-px corners. */
export function Card({ className, ...rest }: ComponentPropsWithRef<'section'>) {
  return (
    <section {...rest} className={classNames('rounded-card border border-line bg-surface p-4', className)} />
  )
}

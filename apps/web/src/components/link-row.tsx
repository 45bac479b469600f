import { classNames } from '@adtally/ui/class-names.ts'
import { LIST_ROW_CLASS, ListRowBody, type ListRowContent } from '@adtally/ui/list-row.tsx'
import { Link } from 'react-router'

/** A list row that links to another page. */
export function LinkRow({ to, className, ...content }: ListRowContent & { to: string }) {
  return (
    <Link to={to} className={classNames(LIST_ROW_CLASS, 'rounded-control', className)}>
      <ListRowBody {...content} opens />
    </Link>
  )
}

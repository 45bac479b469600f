import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'

export interface ListRowContent {
  title: ReactNode
  /** A second line under the title. */
  detail?: ReactNode
  leading?: ReactNode
  /** At the end of the row, such as an amount. */
  trailing?: ReactNode
  className?: string
}

interface ListRowProps extends ListRowContent {
  /** Makes the whole row a button. */
  onClick?: () => void
  /** Tells screen readers that the row opens a sheet. */
  sheet?: boolean
  selected?: boolean
}

export const LIST_ROW_CLASS = 'flex min-h-14 w-full items-center gap-3 py-3 text-left'

/** A row's content, for rows that are links. */
export function ListRowBody({
  title,
  detail,
  leading,
  trailing,
  opens,
}: ListRowContent & { opens?: boolean }) {
  return (
    <>
      {leading}
      {/* The end content wraps below the title before the title's words would break. */}
      <span className="flex min-w-0 flex-auto flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex max-w-full flex-[1_1_calc(6.5rem*var(--text-scale,1))] flex-col wrap-break-word">
          <span className="text-16">{title}</span>
          {detail && <span className="text-14 text-muted">{detail}</span>}
        </span>
        {trailing && <span className="ml-auto max-w-full text-right">{trailing}</span>}
      </span>
      {opens && <Icon name="chevron-right" color="var(--color-muted)" />}
    </>
  )
}

/** A list row: plain, or a button of at least 56 px. */
export function ListRow({ onClick, sheet = false, selected, className, ...content }: ListRowProps) {
  if (!onClick) {
    return (
      <div className={classNames(LIST_ROW_CLASS, className)}>
        <ListRowBody {...content} />
      </div>
    )
  }
  return (
    <button
      type="button"
      onClick={onClick}
      {...(sheet ? { 'aria-haspopup': 'dialog' } : {})}
      {...(selected === undefined ? {} : { 'aria-pressed': selected })}
      className={classNames(LIST_ROW_CLASS, 'rounded-control', className)}
    >
      <ListRowBody {...content} opens={selected === undefined} />
      {selected && <Icon name="check" size={20} color="var(--color-accent)" />}
    </button>
  )
}

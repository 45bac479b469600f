import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { useState } from 'react'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'

interface SortChoiceProps<Sort extends string> {
  /** The first is the default. */
  sorts: readonly { value: Sort; label: string }[]
  value: Sort
  /** Undefined for the default. */
  onChange: (sort: Sort | undefined) => void
}

/** A list's order: a line that names it, and a sheet to choose another. */
export function SortChoice<Sort extends string>({ sorts, value, onChange }: SortChoiceProps<Sort>) {
  const t = useMessages('plan')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center gap-1 self-start rounded-control text-left text-14 text-muted"
      >
        <span className="sr-only">{t('sortBy')}: </span>
        {sorts.find((each) => each.value === value)?.label}
        <Icon name="chevron-down" size={14} color="currentColor" />
      </button>
      {open && (
        <Sheet open onClose={() => setOpen(false)} title={t('sortBy')}>
          {sorts.map((each, index) => (
            <ListRow
              key={each.value}
              title={each.label}
              selected={each.value === value}
              onClick={() => {
                onChange(index === 0 ? undefined : each.value)
                setOpen(false)
              }}
            />
          ))}
        </Sheet>
      )}
    </>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import { classNames } from '@adtally/ui/class-names.ts'
import { useId, useState } from 'react'
import { useStatementWords } from '../../../../lib/statement-words.ts'
import { RowActs } from './row-acts.tsx'
import { type Member, memberOf, membersOf, type Shape } from './shape-of.ts'
import { ValueView } from './value-view.tsx'

interface PageTableProps {
  /** The table's name. */
  label: string
  row: Shape
  items: readonly unknown[]
  roles: readonly string[]
}

/** The member of a row that says who is at it; it stands first, where it is seen without moving the table. */
const HOLDER = 'held_by'

/** Figures stand under each other by their last digit. */
function isFigure({ shape: { is } }: Member): boolean {
  return is === 'amount' || is === 'count'
}

/** The least width of a column by what stands in it; what is not here takes what it needs. */
const WIDTHS: Partial<Record<Shape['is'], string>> = {
  text: 'min-w-40',
  choice: 'min-w-24',
  list: 'min-w-48',
  object: 'min-w-48',
  open: 'min-w-48',
}

/** A page of a list: a column for each member of its rows, and the acts that take what a row names. */
export function PageTable({ label, row, items, roles }: PageTableProps) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const [opened, setOpened] = useState<number | null>(null)
  const id = useId()
  const members: readonly Member[] =
    row.is === 'object' ? row.members.filter(({ name }) => name !== HOLDER) : [{ name: 'value', shape: row }]
  const rows = items.map((item, index) => ({ item, index, key: `${index}` }))
  return (
    // A wide table is moved by keys, too.
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full border-collapse text-14">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className="p-2 text-left text-12 font-medium text-muted">
              {t('rowActs')}
            </th>
            {members.map((member) => (
              <th
                key={member.name}
                scope="col"
                className={classNames(
                  'p-2 text-12 font-medium whitespace-nowrap text-muted',
                  isFigure(member) ? 'text-right' : 'text-left',
                )}
              >
                {words.field(member.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, key, index }) => (
            <TableRow
              key={key}
              {...{ item, row, members, roles }}
              id={`${id}-${key}`}
              number={index + 1}
              is_open={opened === index}
              onToggle={() => setOpened(opened === index ? null : index)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface TableRowProps extends Pick<PageTableProps, 'row' | 'roles'> {
  id: string
  /** Its place on the page. */
  number: number
  item: unknown
  members: readonly Member[]
  is_open: boolean
  onToggle(): void
}

/** A row, and below it the acts that take what it names. */
function TableRow({ id, number, item, row, members, roles, is_open, onToggle }: TableRowProps) {
  const t = useMessages('consoleActs')
  const holder = memberOf(item, HOLDER)
  return (
    <>
      <tr className="border-t border-line align-top">
        <td className="p-1">
          <button
            type="button"
            aria-expanded={is_open}
            aria-controls={id}
            aria-label={t('rowActsOf', { row: number })}
            onClick={onToggle}
            className="min-h-11 min-w-11 rounded-control text-16 text-accent"
          >
            {is_open ? '▾' : '▸'}
          </button>
          {typeof holder === 'string' && (
            <Chip tone="hold">
              <span className="sr-only">{t('work.heldBy', { name: holder })}</span>
              <span aria-hidden="true" className="max-w-28 truncate">
                {holder}
              </span>
            </Chip>
          )}
        </td>
        {members.map((member) => (
          <td
            key={member.name}
            className={classNames('max-w-80 p-2', WIDTHS[member.shape.is], isFigure(member) && 'text-right')}
          >
            <ValueView
              shape={member.shape}
              value={row.is === 'object' ? memberOf(item, member.name) : item}
              is_cell
            />
          </td>
        ))}
      </tr>
      <tr id={id} hidden={!is_open}>
        <td colSpan={members.length + 1} className="bg-canvas px-4 py-1">
          {is_open && <RowActs row={membersOf(item)} roles={roles} is_asked />}
        </td>
      </tr>
    </>
  )
}

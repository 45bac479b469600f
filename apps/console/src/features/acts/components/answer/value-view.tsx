import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { useStatementWords } from '../../../../lib/statement-words.ts'
import { itemsOf, type Member, memberOf, type Shape } from './shape-of.ts'

interface ValueViewProps {
  shape: Shape
  value: unknown
  /** In a table, where there is little room. */
  is_cell?: boolean
}

/** An id's signs that a table shows: its last ones, because its first are the time. */
const ID_SHOWN = 8

/** A value as its schema says it is: an amount, a time, words, or what is inside. */
export function ValueView({ shape, value, is_cell = false }: ValueViewProps) {
  const t = useMessages('consoleActs')
  if (value === null || value === undefined || value === '')
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('noValue')}</span>
      </span>
    )
  if (shape.is === 'object') return <MembersView members={shape.members} value={value} is_cell={is_cell} />
  if (shape.is === 'list') return <ListView item={shape.item} value={value} is_cell={is_cell} />
  return <PlainView shape={shape} value={value} is_cell={is_cell} />
}

function PlainView({ shape: { is }, value, is_cell }: ValueViewProps) {
  const t = useMessages('consoleActs')
  const format = useFormatters()
  const words = useStatementWords()
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'object')
    return <pre className="text-12 whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</pre>
  const text = String(value)
  switch (is) {
    case 'amount':
      return <span className="whitespace-nowrap">{format.amount(text)}</span>
    case 'time':
      return (
        <time dateTime={text} title={text} className="whitespace-nowrap">
          {format.time(text)}
        </time>
      )
    case 'choice':
      return words.choice(text)
    case 'id':
      return (
        <code title={text} className={classNames('text-12', is_cell ? 'whitespace-nowrap' : 'break-all')}>
          {is_cell ? `…${text.slice(-ID_SHOWN)}` : text}
        </code>
      )
    default:
      return typeof value === 'number' ? format.number(value) : text
  }
}

function ListView({ item, value, is_cell }: { item: Shape; value: unknown; is_cell: boolean }) {
  const items = itemsOf(value).map((each, index) => ({ each, key: `${index}` }))
  const t = useMessages('consoleActs')
  if (items.length === 0) return <span className="text-muted">{t('noValue')}</span>
  return (
    <ul className="flex flex-col gap-1">
      {items.map(({ each, key }) => (
        <li key={key}>
          <ValueView shape={item} value={each} is_cell={is_cell} />
        </li>
      ))}
    </ul>
  )
}

interface MembersViewProps {
  members: readonly Member[]
  value: unknown
  is_cell?: boolean
}

/** An object's members as a definition list; in a table only those that say something. */
export function MembersView({ members, value, is_cell = false }: MembersViewProps) {
  const words = useStatementWords()
  const shown = is_cell ? members.filter(({ name }) => memberOf(value, name) !== null) : members
  return (
    <dl className={classNames('flex flex-col', is_cell ? 'gap-0.5' : 'gap-2')}>
      {shown.map(({ name, shape }) => (
        <div
          key={name}
          className={
            is_cell ? 'flex flex-wrap gap-x-1.5' : 'grid gap-x-4 min-[40rem]:grid-cols-[12rem_minmax(0,1fr)]'
          }
        >
          <dt className={classNames('text-muted', is_cell ? 'text-12' : 'text-14')}>{words.field(name)}</dt>
          <dd className={classNames('min-w-0', is_cell ? 'text-12' : 'text-14')}>
            <ValueView shape={shape} value={memberOf(value, name)} is_cell={is_cell} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

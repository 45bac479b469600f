import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useStatementWords } from '../../../../lib/statement-words.ts'
import { itemsOf, type Member, memberOf, type Shape } from './shape-of.ts'

interface ValueViewProps {
  shape: Shape
  value: unknown
}

/** A value as its schema says it is: an amount, a time, words, or what is inside. */
export function ValueView({ shape, value }: ValueViewProps) {
  const t = useMessages('consoleActs')
  if (value === null || value === undefined || value === '')
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('noValue')}</span>
      </span>
    )
  if (shape.is === 'object') return <MembersView members={shape.members} value={value} />
  if (shape.is === 'list') return <ListView item={shape.item} value={value} />
  return <PlainView shape={shape} value={value} />
}

function PlainView({ shape: { is }, value }: ValueViewProps) {
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
      return <code className="text-12 break-all">{text}</code>
    default:
      return typeof value === 'number' ? format.number(value) : text
  }
}

function ListView({ item, value }: { item: Shape; value: unknown }) {
  const items = itemsOf(value).map((each, index) => ({ each, key: `${index}` }))
  const t = useMessages('consoleActs')
  if (items.length === 0) return <span className="text-muted">{t('noValue')}</span>
  return (
    <ul className="flex flex-col gap-1">
      {items.map(({ each, key }) => (
        <li key={key}>
          <ValueView shape={item} value={each} />
        </li>
      ))}
    </ul>
  )
}

interface MembersViewProps {
  members: readonly Member[]
  value: unknown
}

/** An object's members as a definition list. */
export function MembersView({ members, value }: MembersViewProps) {
  const words = useStatementWords()
  return (
    <dl className="flex flex-col gap-2">
      {members.map(({ name, shape }) => (
        <div key={name} className="grid gap-x-4 min-[40rem]:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-14 text-muted">{words.field(name)}</dt>
          <dd className="min-w-0 text-14">
            <ValueView shape={shape} value={memberOf(value, name)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

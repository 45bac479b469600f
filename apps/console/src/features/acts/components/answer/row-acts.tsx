import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Link } from 'react-router'
import { useStatementWords } from '../../../../lib/statement-words.ts'
import { useDeskActs } from '../desk-acts.ts'
import { actsOfRow, FOLLOWED_HERE, isAllowed } from '../shown-acts.ts'

interface RowActsProps {
  row: Readonly<Record<string, unknown>>
  roles: readonly string[]
  /** Somebody wants to know, so that it is said where there are none. */
  is_asked?: boolean
}

/** The acts that take what a row names, each filled in with it. */
export function RowActs({ row, roles, is_asked = false }: RowActsProps) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const { calls } = useDeskActs()
  const own = calls.filter((call) => isAllowed(call, roles))
  const acts = actsOfRow(row, own)
  if (acts.length === 0) return is_asked && <p className="text-14 text-muted">{t('noneForRow')}</p>
  return (
    <ul className="flex flex-wrap gap-x-6">
      {acts.map(({ call, field, value }) => (
        <li key={call.name}>
          <Link
            to={`/acts/${call.name}?${new URLSearchParams({ [field]: value })}`}
            state={FOLLOWED_HERE}
            title={t('withField', { field: words.field(field), value })}
            className="flex min-h-11 items-center text-14 text-accent underline"
          >
            {words.title(call)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import type { Facts } from '../api/approval-calls.ts'

/** What is there before and after, fact by fact in two columns; what changes is marked. */
export function FactsDiff({ title, facts }: { title: string; facts: Pick<Facts, 'before' | 'after'> }) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const { before, after } = facts
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (names.length === 0) return <p className="text-14 text-muted">{t('unchanged')}</p>
  return (
    <table className="w-full table-fixed border-collapse text-14">
      <caption className="pb-1 text-left text-14 font-semibold">{title}</caption>
      <thead>
        <tr className="text-left text-12 text-muted">
          <th scope="col" className="w-[26%] p-1.5 font-medium">
            {t('fact')}
          </th>
          <th scope="col" className="p-1.5 font-medium">
            {t('before')}
          </th>
          <th scope="col" className="p-1.5 font-medium">
            {t('after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const [was, is] = [before[name] ?? '–', after[name] ?? '–']
          const is_changed = was !== is
          return (
            <tr key={name} className="border-t border-line align-top">
              <th scope="row" className="p-1.5 text-left text-12 font-normal break-words text-muted">
                {words.field(name)}
              </th>
              <td className={classNames('p-1.5 break-words', is_changed && 'text-muted')}>{was}</td>
              <td className={classNames('p-1.5 break-words', is_changed && 'font-medium')}>
                {is_changed ? <ins className="bg-accent-soft no-underline">{is}</ins> : is}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

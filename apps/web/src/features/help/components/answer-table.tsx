import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { QuestionDetail } from '../api/questions.ts'

/** A table of an answer; a row that names a figure of the policy says since when that figure holds. */
export function AnswerTable({
  table: { columns, rows },
  name,
}: {
  table: NonNullable<QuestionDetail['table']>
  name: string
}) {
  const t = useMessages('faq')
  const { time } = useFormatters()
  return (
    <table aria-label={name} className="w-full text-14">
      <thead>
        <tr className="border-b border-edge text-muted">
          {columns.map((column, index) => (
            <th key={column} scope="col" className={index === 0 ? START : END}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ cells: [head = '', ...cells], by_policy, since }) => (
          <tr key={head}>
            <th scope="row" className={START}>
              {head}
              {by_policy && (
                <span className="block text-12 text-muted">
                  {since === null ? t('figureUnchanged') : t('figureSince', { date: time(since, 'date') })}
                </span>
              )}
            </th>
            {cells.map((cell, index) => (
              // Two plans may have the same figure.
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their column.
              <td key={index} className={END}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const START = 'py-2 pr-3 text-left align-top font-normal wrap-break-word'
const END = 'py-2 pl-2 text-right align-top font-medium wrap-break-word'

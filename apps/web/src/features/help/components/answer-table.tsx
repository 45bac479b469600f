import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { QuestionDetail } from '../api/questions.ts'

type Table = NonNullable<QuestionDetail['table']>
type Row = Table['rows'][number]

/** An answer's table; a row with a policy's figure says since when the figure applies. */
export function AnswerTable({ table, name }: { table: Table; name: string }) {
  return table.columns.length > 2 ? (
    <ComparedTable table={table} name={name} />
  ) : (
    <table aria-label={name} className="w-full text-14">
      <thead>
        <tr className="border-b border-edge text-muted">
          {table.columns.map((column, index) => (
            <th key={column} scope="col" className={index === 0 ? START : END}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {table.rows.map((row) => (
          <tr key={row.cells[0]}>
            <th scope="row" className={START}>
              <RowName row={row} />
            </th>
            <Figures row={row} className={END} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Three columns are too wide for a phone with large text, so each row's name is above its figures. */
function ComparedTable({ table: { columns, rows }, name }: { table: Table; name: string }) {
  const [, ...compared] = columns
  return (
    <table aria-label={name} className="w-full table-fixed text-14">
      <thead>
        <tr className="border-b border-edge text-muted">
          {compared.map((column) => (
            <th key={column} scope="col" className={START}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.cells[0]} className="border-b border-line last:border-b-0">
          <tr>
            <th
              scope="rowgroup"
              colSpan={compared.length}
              className="pt-2 text-left font-normal text-muted wrap-break-word"
            >
              <RowName row={row} />
            </th>
          </tr>
          <tr>
            <Figures row={row} className="pr-3 pb-2 align-top font-medium wrap-break-word" />
          </tr>
        </tbody>
      ))}
    </table>
  )
}

function RowName({ row: { cells, by_policy, since } }: { row: Row }) {
  const t = useMessages('faq')
  const { time } = useFormatters()
  return (
    <>
      {cells[0]}
      {by_policy && (
        <span className="block text-12 text-muted">
          {since === null ? t('figureUnchanged') : t('figureSince', { date: time(since, 'date') })}
        </span>
      )}
    </>
  )
}

function Figures({ row: { cells }, className }: { row: Row; className: string }) {
  return cells.slice(1).map((cell, index) => (
    // Two plans may have the same figure.
    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their column.
    <td key={index} className={className}>
      {cell}
    </td>
  ))
}

const START = 'py-2 pr-3 text-left align-top font-normal wrap-break-word'
const END = 'py-2 pl-2 text-right align-top font-medium wrap-break-word'

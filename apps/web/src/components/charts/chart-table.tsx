import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Sheet } from '../header/lazy-dialogs.tsx'

interface ChartTableProps {
  label: string
  /** The columns' names, time first. */
  head: readonly string[]
  /** Newest first, with as many cells as names. */
  rows: readonly (readonly string[])[]
  onClose: () => void
}

/** A chart's values as a table, for readers who prefer numbers to lines. */
export default function ChartTable({ label, head, rows, onClose }: ChartTableProps) {
  const t = useMessages('plan')
  return (
    <Sheet open onClose={onClose} title={t('chartTable')}>
      <table aria-label={label} className="w-full text-14">
        <thead>
          <tr className="text-muted">
            {head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`py-2 font-normal ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([at = '', ...values]) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="py-2 pr-2 text-left font-normal">
                {at}
              </th>
              {values.map((value, index) => (
                <td key={head[index + 1]} className="py-2 text-right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../api/products.ts'
import { productAddress } from '../placing/placing-address.ts'
import { type ComparedValue, useComparedFigures } from './compared-figures.ts'

// The room in a sheet below its title, so that only the table scrolls.
const ROOM =
  'max-h-[calc(85dvh/var(--page-zoom)-4.75rem-env(safe-area-inset-bottom))] lying:max-h-[calc(96dvh/var(--page-zoom)-4.75rem-env(safe-area-inset-bottom))]'
/** A column's minimum, so that three fit side by side in the app's design width. */
const WIDTH_MIN_REM = 6.95
const CELL = 'pr-1.5 wrap-break-word last:pr-0'

interface ComparisonTableProps {
  products: readonly Product[]
  /** The notes below the table. */
  children: ReactNode
}

/**
 * Products as columns, figures as rows. A figure's name is above its values rather than before them, so that two
 * products fit the narrowest phone. The table scrolls within itself; its names stay visible at the side and the top.
 */
export function ComparisonTable({ products, children }: ComparisonTableProps) {
  const t = useMessages('plan')
  const figures = useComparedFigures()
  return (
    <section
      aria-label={t('compare.title')}
      // Focusable, so that a table wider than the sheet can be scrolled by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className={classNames('@container overflow-auto rounded-control focus-visible:-outline-offset-2', ROOM)}
    >
      <table
        className="w-full table-fixed text-left"
        style={{ minWidth: `calc(${products.length * WIDTH_MIN_REM}rem * var(--text-scale, 1))` }}
      >
        <thead>
          <tr>
            {products.map(({ product_id, name, settled, open }) => (
              <th
                key={product_id}
                scope="col"
                className={classNames(CELL, 'sticky top-0 z-10 bg-surface pb-2 align-bottom font-normal')}
              >
                <Link
                  to={productAddress(product_id)}
                  className="inline-flex min-h-11 max-w-full items-center text-16 font-semibold text-accent wrap-anywhere"
                >
                  {name}
                </Link>
                <span className="block text-12 text-muted">
                  {t('compare.settledPlans', { plans: settled.settled_plans })}
                </span>
                {!open && <span className="block text-12 text-hold">{t('notOpen')}</span>}
              </th>
            ))}
          </tr>
        </thead>
        {figures.map(({ name, label, note, read }) => (
          <tbody key={name} className="border-t border-line">
            <tr>
              <th scope="rowgroup" colSpan={products.length} className="pt-2 font-normal">
                <span className="sticky left-0 block w-fit max-w-[100cqw] text-12 text-muted">
                  <span className="block font-medium">{label}</span>
                  {note}
                </span>
              </th>
            </tr>
            <tr>
              {products.map((product) => (
                <td key={product.product_id} className={classNames(CELL, 'pt-1 pb-2 align-top')}>
                  <Value value={read(product)} />
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
      <div className="sticky left-0 flex flex-col gap-3 pt-3">{children}</div>
    </section>
  )
}

function Value({ value: { text, note, stand_in, is_missing } }: { value: ComparedValue }) {
  return (
    <>
      <span className={is_missing ? 'block text-12 text-muted' : 'block text-16 font-medium'}>{text}</span>
      {note && <span className="block text-12">{note}</span>}
      {stand_in && <span className="block text-12 text-hold">{stand_in}</span>}
    </>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { Link } from 'react-router'
import type { Product } from '../api/products.ts'
import { type ComparedValue, useComparedFigures } from './compared-figures.ts'
import { productAddress } from './placing-address.ts'

const CELL = 'pr-3 align-top wrap-break-word last:pr-0'

/**
 * Products as columns, their figures as rows. A figure's name stands over its values and not before them, so that two
 * products fit the narrowest phone; more are scrolled sideways within, and the name stays.
 */
export function ComparisonTable({ products }: { products: readonly Product[] }) {
  const t = useMessages('plan')
  const figures = useComparedFigures()
  return (
    <section
      aria-label={t('compare.title')}
      // In reach of the keyboard, so that what is wider than the sheet can be scrolled by it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="@container overflow-x-auto rounded-control focus-visible:-outline-offset-2"
    >
      <table
        className="w-full table-fixed text-left"
        style={{ minWidth: `calc(${products.length} * 8rem * var(--text-scale, 1))` }}
      >
        <thead>
          <tr>
            {products.map(({ product_id, name, settled, open }) => (
              <th key={product_id} scope="col" className={classNames(CELL, 'pb-2 font-normal')}>
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
                <td key={product.product_id} className={classNames(CELL, 'pt-1 pb-2')}>
                  <Value value={read(product)} />
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Value({ value: { text, note, is_words } }: { value: ComparedValue }) {
  return (
    <>
      <span className={is_words ? 'block text-14' : 'block text-16 font-medium'}>{text}</span>
      {note && <span className="block text-12 text-hold">{note}</span>}
    </>
  )
}

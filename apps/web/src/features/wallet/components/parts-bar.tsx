import { parseAmount, total } from '@adtally/money/money.ts'
import type { Property } from '../../../lib/figures/property-query.ts'

/** In the order of the rows below; certainty is shown as everywhere (DESIGN). */
const PARTS = [
  { key: 'available_balance', look: 'bg-accent' },
  { key: 'pending_spend', look: 'bg-accent/45' },
  { key: 'to_be_settled', look: 'border border-dashed border-edge bg-surface' },
  { key: 'on_hold', look: 'bg-hold' },
] as const

const PER_MILLE = 1000n

/** How the total is made up; the rows say the same in words. */
export function PartsBar({ property }: { property: Property }) {
  const parts = PARTS.map(({ key, look }) => ({ key, look, micros: parseAmount(property[key]) ?? 0n }))
  const sum = total(parts.map(({ micros }) => micros))
  return (
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-chip bg-line">
      {parts.map(
        ({ key, look, micros }) =>
          micros > 0n && (
            <span
              key={key}
              className={`min-w-1 rounded-chip ${look}`}
              style={{ flexGrow: String((micros * PER_MILLE) / sum), flexBasis: 0 }}
            />
          ),
      )}
    </div>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { FooterBar } from '../footer-bar.tsx'
import { COMPARED_MAX, COMPARED_MIN, type Comparing } from './comparing.ts'

const ComparisonSheet = part(() => import('./comparison-sheet.tsx'))

/** The bar while products are chosen: how many there can be, cancelling, and opening the table. */
export default function CompareBar({ comparing }: { comparing: Comparing }) {
  const t = useMessages('plan')
  const [open, setOpen] = useState(false)
  const { chosen, end } = comparing
  return (
    <FooterBar>
      <p role="status" className="pb-2 text-12 text-muted">
        {chosen.length >= COMPARED_MAX
          ? t('compare.full', { max: COMPARED_MAX })
          : t('compare.choose', { min: COMPARED_MIN, max: COMPARED_MAX })}
      </p>
      <div className="flex items-center gap-2">
        <IconButton icon="close" label={t('compare.stop')} onClick={end} />
        <Button
          className="flex-auto"
          aria-haspopup="dialog"
          disabled={chosen.length < COMPARED_MIN}
          onClick={() => setOpen(true)}
        >
          {t('compare.act', { count: chosen.length })}
        </Button>
      </div>
      {open && (
        <Suspense>
          <ComparisonSheet product_ids={chosen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </FooterBar>
  )
}

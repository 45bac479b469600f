import { useMessages } from '@adtally/i18n/use-messages.ts'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { useState } from 'react'
import type { Creative } from '../../api/products.ts'
import { CreativeView } from './creative-view.tsx'

/** How far from square; the squarest creative fills the stage best and comes first. */
function stretchOf({ width, height }: Creative): number {
  return width && height ? Math.max(width, height) / Math.min(width, height) : 1
}

/** Shows the creatives one at a time; the background reaches up under the transparent header. */
export function CreativeStage({ creatives }: { creatives: readonly Creative[] }) {
  const t = useMessages('plan')
  const [index, setIndex] = useState(0)
  const ordered = creatives.toSorted((left, right) => stretchOf(left) - stretchOf(right))
  const creative = ordered[index]
  if (!creative) {
    return <p className="py-10 text-center text-14 text-muted">{t('noCreative')}</p>
  }
  const { kind, width, height } = creative
  const count = creatives.length
  const turn = (by: number) => setIndex((index + by + count) % count)
  const size = width !== null && height !== null ? t('size', { width, height }) : ''
  return (
    <section aria-label={t('creatives')} className="-mx-4 border-b border-line bg-surface px-4">
      <div aria-hidden className="column absolute inset-x-0 top-0 -z-10 h-64 bg-surface" />
      <div className="flex min-h-64 flex-col justify-center" aria-live="polite">
        <CreativeView key={creative.creative_id} creative={creative} />
      </div>
      <div className="flex min-h-11 items-center justify-center gap-2">
        {count > 1 && (
          <IconButton icon="back" size={18} label={t('previousCreative')} onClick={() => turn(-1)} />
        )}
        <p className="min-w-40 text-center text-12 text-muted">
          {t('creativeOf', { index: index + 1, count, kind: t(`creativeKinds.${kind}`) })} {size}
        </p>
        {count > 1 && (
          <IconButton icon="chevron-right" size={18} label={t('nextCreative')} onClick={() => turn(1)} />
        )}
      </div>
    </section>
  )
}

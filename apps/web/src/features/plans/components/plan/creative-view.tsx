import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { Creative } from '../../api/products.ts'

/** Read once: a video autoplays only if the visitor allows motion. */
const PREFERS_STILL = '(prefers-reduced-motion: reduce)'

/** The creative's size before it has loaded, so that nothing moves when it has. */
function sizeOf({ width, height }: Creative) {
  return width !== null && height !== null && width > 0 && height > 0 ? { width, height } : {}
}

function Picture({ creative, className }: { creative: Creative; className: string }) {
  const { image_url, headline } = creative
  if (image_url === null) return null
  return <img src={image_url} alt={headline} {...sizeOf(creative)} className={className} />
}

/** A creative as visitors of a publisher's page see it: a video plays, a native one has its text. */
export function CreativeView({ creative }: { creative: Creative }) {
  const t = useMessages('plan')
  const { kind, video_url, headline, body } = creative
  if (kind === 'video' && video_url !== null) {
    return (
      <video
        src={video_url}
        {...sizeOf(creative)}
        aria-label={headline}
        autoPlay={!window.matchMedia(PREFERS_STILL).matches}
        muted
        loop
        controls
        playsInline
        preload="metadata"
        className="h-64 w-full object-contain"
      />
    )
  }
  if (kind !== 'native') return <Picture creative={creative} className="h-64 w-full object-contain" />
  return (
    <div className="mx-auto flex w-full max-w-80 flex-col gap-2 rounded-card border border-line bg-canvas p-3">
      <Picture creative={creative} className="h-auto w-full rounded-control" />
      <p className="text-16 font-semibold">{headline}</p>
      <p className="text-14 text-muted">{body}</p>
      <p className="text-12 text-muted">{t('advertisement')}</p>
    </div>
  )
}

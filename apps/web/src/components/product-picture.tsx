import { classNames } from '@adtally/ui/class-names.ts'
import { TallyMark } from '@adtally/ui/tally.tsx'
import { useState } from 'react'

const SIZES = { small: 'size-12', large: 'size-22' } as const

/** A product's picture, uncropped in a square, since a poster's words reach its edges; falls back to the mark. */
export function ProductPicture({ url, size = 'small' }: { url: string | null; size?: keyof typeof SIZES }) {
  const [failed, setFailed] = useState<string | null>(null)
  const frame = classNames('flex-none overflow-hidden rounded-control bg-line', SIZES[size])
  if (url === null || failed === url) {
    return (
      <span aria-hidden className={classNames(frame, 'flex items-center justify-center text-muted')}>
        <TallyMark size={size === 'small' ? 20 : 32} />
      </span>
    )
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
      className={classNames(frame, 'object-contain')}
    />
  )
}

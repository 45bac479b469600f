import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { imageQuery, type StoredImage as Stored } from '../lib/images.ts'
import { Sheet } from './header/lazy-dialogs.tsx'

/** A blob's object URL while the component is mounted. */
function useBlobUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [blob])
  return url
}

interface StoredImageProps {
  image: Stored
  /** Its position, for screen readers. */
  place: { index: number; total: number }
}

/** An uploaded image's thumbnail, with its room reserved; a tap shows it whole. */
export function StoredImage({ image, place }: StoredImageProps) {
  const t = useMessages('images')
  const query = useQuery(imageQuery(image.file_id))
  const url = useBlobUrl(query.data)
  const [open, setOpen] = useState(false)
  const name = t('image', { index: place.index + 1, total: place.total })
  const failed = query.isError
  return (
    <>
      <button
        type="button"
        aria-label={failed ? t('reload') : name}
        onClick={() => (failed ? void query.refetch() : setOpen(true))}
        style={{ aspectRatio: `${Math.max(1, image.width)} / ${Math.max(1, image.height)}` }}
        className={classNames(
          'flex max-h-48 min-h-11 max-w-full min-w-11 items-center justify-center overflow-hidden rounded-control border border-line bg-canvas text-muted',
          image.width >= image.height ? 'w-40' : 'w-28',
        )}
      >
        {url && <img src={url} alt="" className="size-full object-cover" />}
        {failed && <Icon name="refresh" size={20} color="currentColor" />}
      </button>
      {open && url && (
        <Suspense>
          <Sheet open onClose={() => setOpen(false)} title={name}>
            <img src={url} alt={name} width={image.width} height={image.height} className="h-auto w-full" />
          </Sheet>
        </Suspense>
      )}
    </>
  )
}

/** The images of a message or feedback. */
export function StoredImages({ images }: { images: readonly Stored[] }) {
  if (images.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {images.map((image, index) => (
        <StoredImage key={image.file_id} image={image} place={{ index, total: images.length }} />
      ))}
    </div>
  )
}

import { IMAGES_MAX } from '@adtally/contract/service/files.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { TallyBusy } from '@adtally/ui/tally.tsx'
import { type ReactNode, useRef } from 'react'
import { useOnline } from '../../lib/device/use-online.ts'
import type { ImagePick, ImagePicks } from '../../lib/forms/use-image-picks.ts'

/** The image types that the server accepts (SPEC §5: an image file). */
const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif'

interface ImagePickerButtonProps {
  picks: ImagePicks
  /** Renders the button that opens the device's picker. */
  children: (choose: () => void) => ReactNode
}

/** Picks images from the device; the form renders the button. */
export function ImagePickerButton({ picks, children }: ImagePickerButtonProps) {
  const t = useMessages('images')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        tabIndex={-1}
        aria-label={t('choose')}
        className="sr-only"
        onChange={(event) => {
          picks.add([...(event.target.files ?? [])])
          // Lets the same file be chosen again after it was removed.
          event.target.value = ''
        }}
      />
      {children(() => input.current?.click())}
    </>
  )
}

/** The chosen images with their progress, or why one was refused. */
export function ImagePickList({ picks }: { picks: ImagePicks }) {
  const t = useMessages('images')
  const { fault } = picks
  return (
    <>
      {picks.picks.length > 0 && (
        <ul aria-label={t('chosen')} className="flex flex-wrap gap-3">
          {picks.picks.map((pick, index) => (
            <li key={pick.key}>
              <Pick
                pick={pick}
                name={t('image', { index: index + 1, total: picks.picks.length })}
                picks={picks}
              />
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p role="alert" className="flex gap-1.5 text-14 text-negative">
          <Icon name="warning" color="currentColor" className="mt-0.5" />
          {t(`faults.${fault}`, { max: IMAGES_MAX })}
        </p>
      )}
    </>
  )
}

interface ImagesFieldProps {
  picks: ImagePicks
  /** The button's text. */
  add: string
  /** How many there may be. */
  hint: string
  error: string | undefined
}

/** A form's images: those chosen, the button for more, and what is wrong with them. */
export function ImagesField({ picks, add, hint, error }: ImagesFieldProps) {
  return (
    <>
      <ImagePickList picks={picks} />
      <ImagePickerButton picks={picks}>
        {(choose) => (
          <Button variant="secondary" className="self-start text-14!" onClick={choose}>
            <Icon name="image" size={20} color="currentColor" />
            {add}
          </Button>
        )}
      </ImagePickerButton>
      <p className="text-12 text-muted">{hint}</p>
      {error && (
        <p role="alert" className="text-14 text-negative">
          {error}
        </p>
      )}
    </>
  )
}

function Pick({ pick, name, picks }: { pick: ImagePick; name: string; picks: ImagePicks }) {
  const t = useMessages('images')
  const offlineNote = useMessages('shell')('offlineSends')
  const { state } = pick
  const waits = !useOnline() && state.kind === 'lost'
  return (
    <div className="flex max-w-60 items-start gap-1">
      <span className="relative flex size-20 flex-none items-center justify-center overflow-hidden rounded-control border border-line bg-canvas">
        <img src={pick.preview_url} alt={name} className="size-full object-cover" />
        {state.kind === 'uploading' && (
          <span role="status" className="absolute inset-0 flex items-center justify-center bg-surface/70">
            <TallyBusy />
            <span className="sr-only">{t('uploading')}</span>
          </span>
        )}
      </span>
      <span className="flex min-w-0 flex-col items-start">
        <IconButton
          icon="close"
          size={18}
          label={t('remove', { name })}
          onClick={() => picks.remove(pick.key)}
        />
        {(state.kind === 'refused' || state.kind === 'lost') && (
          <span role="alert" className="text-12 text-negative">
            {state.kind === 'refused' ? state.message : waits ? offlineNote : t('notUploaded')}
          </span>
        )}
        {state.kind === 'lost' && !waits && (
          <button type="button" className="min-h-11 text-14 font-medium text-accent" onClick={state.retry}>
            {t('again')}
          </button>
        )}
      </span>
    </div>
  )
}

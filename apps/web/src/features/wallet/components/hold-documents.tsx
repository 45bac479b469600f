import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useRef, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { imageFault, uploadImage } from '../../../lib/images.ts'
import { failureText } from '../../../lib/shell-messages.ts'
import { type Hold, useGiveDocument } from '../api/holds.ts'

/** The documents that a hold asks for: when each arrived, or a button to send a photograph. */
export function HoldDocuments({ hold }: { hold: Hold }) {
  const t = useMessages('holds')
  return (
    <ul aria-label={t('documents')} className="divide-y divide-line">
      {hold.documents.map((one) => (
        <li
          key={one.position}
          className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2"
        >
          <DocumentRow hold_id={hold.hold_id} document={one} />
        </li>
      ))}
    </ul>
  )
}

function DocumentRow({ hold_id, document }: { hold_id: string; document: Hold['documents'][number] }) {
  const t = useMessages('holds')
  const images = useMessages('images')
  const { time } = useFormatters()
  const input = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const give = useGiveDocument()
  const { name, position, provided_at } = document

  const send = async (file: File | undefined) => {
    if (!file) return
    const fault = imageFault(file)
    if (fault) return showToast(images(`faults.${fault}`, { max: 1 }), 'negative')
    setUploading(true)
    try {
      const { file_id } = await uploadImage(file, 'hold_document', new AbortController().signal)
      await give.mutateAsync({ hold_id, position, file_id })
      showToast(t('documentSent'), 'positive')
    } catch (error) {
      showToast(failureText(error, t('connectionLost')), 'negative')
    } finally {
      setUploading(false)
    }
  }

  if (provided_at) {
    return (
      <>
        <span className="text-14">{name}</span>
        <span className="flex items-center gap-1.5 text-12 text-muted">
          <Icon name="check" size={16} color="var(--color-positive)" />
          {t('documentSince', { at: time(provided_at) })}
        </span>
      </>
    )
  }
  return (
    <>
      <span className="text-14 font-medium">{name}</span>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        tabIndex={-1}
        aria-label={t('chooseDocument', { name })}
        className="sr-only"
        onChange={(event) => {
          void send(event.target.files?.[0])
          // Lets the same file be chosen again.
          event.target.value = ''
        }}
      />
      <ConnectedButton
        block={false}
        variant="secondary"
        className="min-h-11 px-4 py-1 text-14!"
        busy={isUploading}
        aria-label={t('sendDocumentOf', { name })}
        onClick={() => input.current?.click()}
      >
        {t('sendDocument')}
      </ConnectedButton>
    </>
  )
}

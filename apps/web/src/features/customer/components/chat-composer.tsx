import { CHAT_TEXT_LENGTH_MAX } from '@adtally/contract/service/service.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId } from 'react'
import { ImagePickerButton, ImagePickList } from '../../../components/fields/image-picker.tsx'
import { createKept } from '../../../lib/forms/create-kept.ts'
import { useImagePicks } from '../../../lib/forms/use-image-picks.ts'
import { send } from '../api/outbox.ts'

const useDraft = createKept('')

/** Writes messages and adds images; a failed message blocks nothing. Enter sends, Shift+Enter starts a new line. */
export function ChatComposer() {
  const t = useMessages('customer')
  const client = useQueryClient()
  const id = useId()
  const [text, setText] = useDraft()
  const images = useImagePicks('chat')
  const message = text.trim()
  const isReady = (message !== '' || images.stored.length > 0) && !images.isUploading

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!isReady) return
    send(client, message, images.stored)
    setText('')
    images.clear()
  }
  const handleKey = (event: KeyboardEvent) => {
    // Enter while composing, as in Chinese input, belongs to the input method.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <ImagePickList picks={images} />
      <div className="flex items-end gap-1">
        <ImagePickerButton picks={images}>
          {(choose) => (
            <IconButton
              icon="image"
              label={t('addImage')}
              className="-ms-3 mb-0.5 text-muted"
              onClick={choose}
            />
          )}
        </ImagePickerButton>
        <label htmlFor={id} className="sr-only">
          {t('write')}
        </label>
        <textarea
          id={id}
          rows={1}
          maxLength={CHAT_TEXT_LENGTH_MAX}
          placeholder={t('write')}
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
          onPaste={(event) => {
            const { files } = event.clipboardData
            if (files.length > 0) images.add([...files])
          }}
          className="field-sizing-content max-h-32 min-h-12 w-full min-w-0 resize-none rounded-control border border-edge bg-surface px-3 py-2.5 text-16 placeholder:text-muted"
        />
        <IconButton
          type="submit"
          icon="send"
          label={t('send')}
          trailing
          aria-disabled={!isReady || undefined}
          className={isReady ? 'mb-0.5 text-accent' : 'mb-0.5 text-muted'}
        />
      </div>
    </form>
  )
}

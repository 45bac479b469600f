import { CHAT_TEXT_LENGTH_MAX } from '@adtally/contract/service.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { IconButton } from '@adtally/ui/icon-button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { sendText } from '../api/outbox.ts'

/** Where a message is written; Enter sends, Shift and Enter begin a new line. */
export function ChatComposer() {
  const t = useMessages('customer')
  const client = useQueryClient()
  const id = useId()
  const [text, setText] = useState('')
  const message = text.trim()

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (message === '') return
    sendText(client, message)
    setText('')
  }
  const handleKey = (event: KeyboardEvent) => {
    // Enter that ends the composition of a Chinese word belongs to the word.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
  }

  return (
    <form onSubmit={send} className="flex items-end gap-1">
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
        className="field-sizing-content max-h-32 min-h-12 w-full min-w-0 resize-none rounded-control border border-edge bg-surface px-3 py-2.5 text-16 placeholder:text-muted"
      />
      <IconButton
        type="submit"
        icon="send"
        label={t('send')}
        aria-disabled={message === '' || undefined}
        className={message === '' ? 'mb-0.5 text-muted' : 'mb-0.5 text-accent'}
      />
    </form>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { StoredImages } from '../../../components/stored-image.tsx'
import { useOnline } from '../../../lib/device/use-online.ts'
import { discard, type Outgoing, sendAgain } from '../api/outbox.ts'
import { Bubble } from './bubble.tsx'

/** A message being sent, or one that failed and can be retried. */
export function OutgoingMessage({ message }: { message: Outgoing }) {
  const t = useMessages('customer')
  const offlineNote = useMessages('shell')('offlineSends')
  const client = useQueryClient()
  // A refused message would be refused again; a lost one is resent automatically when the connection is back.
  const waits = !useOnline() && message.refusal === null
  return (
    <Bubble
      own
      author={t('you')}
      footer={
        message.state === 'sending' ? (
          <>
            <Icon name="clock" size={12} color="currentColor" />
            {t('sending')}
          </>
        ) : (
          <>
            <span role="alert" className="text-negative">
              {waits ? offlineNote : (message.refusal ?? t('notSent'))}
            </span>
            {!waits && (
              <button
                type="button"
                className="min-h-11 min-w-11 font-medium text-accent"
                onClick={() => sendAgain(client, message)}
              >
                {t('sendAgain')}
              </button>
            )}
            <button type="button" className="min-h-11 min-w-11" onClick={() => discard(message)}>
              {t('discard')}
            </button>
          </>
        )
      }
    >
      <StoredImages images={message.images} />
      {message.text}
    </Bubble>
  )
}

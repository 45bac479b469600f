import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icon.tsx'
import { StoredImages } from '../../../components/stored-image.tsx'
import type { ChatMessage } from '../api/chat.ts'
import { depositAccountOf } from '../api/deposit-details.ts'
import { Bubble } from './bubble.tsx'
import { DepositCard } from './deposit-card.tsx'

interface ChatMessageItemProps {
  message: ChatMessage
  /** Deposit details that later ones replace. */
  isOutdated: boolean
}

/** One message of the chat, by its author and kind. */
export function ChatMessageItem({ message, isOutdated }: ChatMessageItemProps) {
  const t = useMessages('customer')
  const { time } = useFormatters()
  const at = <time dateTime={message.sent_at}>{time(message.sent_at, 'time')}</time>
  const account = message.kind === 'deposit_details' ? depositAccountOf(message.text) : null
  if (account && message.author === 'program' && !isOutdated) return <DepositCard account={account} at={at} />
  const own = message.author === 'customer'
  const author = own ? t('you') : message.author === 'program' ? t('program') : t('service')
  return (
    <Bubble
      own={own}
      author={author}
      footer={
        <>
          {at}
          {own && (
            <>
              <Icon name="check" size={12} color="currentColor" />
              <span>{message.read_at ? t('read') : t('sent')}</span>
            </>
          )}
        </>
      }
    >
      <StoredImages images={message.images} />
      {isOutdated ? t('depositOutdated') : message.text}
    </Bubble>
  )
}

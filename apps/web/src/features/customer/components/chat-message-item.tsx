import { useStore } from '@adtally/client/store.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { StoredImages } from '../../../components/stored-image.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import { application_name } from '../../../lib/page-settings.ts'
import type { ChatMessage } from '../api/chat.ts'
import { accountIn } from '../api/deposit-details.ts'
import { Bubble } from './bubble.tsx'

/** A chat message; deposit details are shown whole below them all. */
export function ChatMessageItem({ message }: { message: ChatMessage }) {
  const t = useMessages('customer')
  const { time } = useFormatters()
  const at = <time dateTime={message.sent_at}>{time(message.sent_at, 'time')}</time>
  const brand = useStore(basic_config)?.brand_name ?? application_name
  const own = message.author === 'customer'
  const author = own ? t('you') : message.author === 'program' ? t('program', { brand }) : t('service')
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
      {accountIn(message) ? t('depositOutdated') : message.text}
    </Bubble>
  )
}

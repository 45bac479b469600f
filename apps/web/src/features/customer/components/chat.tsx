import { useStore } from '@adtally/client/store.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { EmptyState, Skeleton, SkeletonRows } from '@adtally/ui/states.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { NobodyPaysNote } from '../../../components/nobody-pays-note.tsx'
import { useArrival } from '../../../components/use-arrival.ts'
import { shell_messages } from '../../../lib/shell-messages.ts'
import { type Chat as ChatData, chatQuery, loadOlder } from '../api/chat.ts'
import { chat_live, useChatSocket } from '../api/chat-live.ts'
import { accountIn } from '../api/deposit-details.ts'
import { useMarkRead } from '../api/mark-read.ts'
import { outbox, resendWhenLive } from '../api/outbox.ts'
import { ChatComposer } from './chat-composer.tsx'
import { ChatMessageItem } from './chat-message-item.tsx'
import { DepositCard } from './deposit-card.tsx'
import { DepositRequest } from './deposit-request.tsx'
import { OutgoingMessage } from './outgoing-message.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'

/** The same height with many messages or none, so that nothing below moves. */
const LOG_ROOM = 'h-[calc(100dvh/var(--page-zoom)-27rem)] min-h-64'

/** The chat with service: hours, permanent note, messages, deposit request, composer. */
export function Chat({ canDeposit }: { canDeposit: boolean }) {
  const t = useMessages('customer')
  const client = useQueryClient()
  const query = useQuery(chatQuery(useStore(chat_live)))
  // Deposit details arrive with the messages, above buttons that would move away from under a finger.
  const is_there = useArrival(query.data !== undefined)
  const is_known = is_there || query.isError || query.failureCount > 0 || query.fetchStatus === 'paused'
  useChatSocket(query.data !== undefined)
  useEffect(() => resendWhenLive(client), [client])
  return (
    <Card aria-labelledby="chat-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="chat-title" className="text-16 font-semibold">
          {t('chat')}
        </h2>
        {query.data ? <ServiceHours chat={query.data} /> : is_known || <Skeleton className="h-4 w-64" />}
      </div>
      <NobodyPaysNote />
      <Loaded query={query} skeleton={<MessagesToCome />}>
        {(chat) => (
          <>
            <Messages chat={chat} />
            <PresentDepositCard messages={chat.messages} />
          </>
        )}
      </Loaded>
      {is_known ? (
        <>
          {canDeposit && <DepositRequest />}
          <ChatComposer />
        </>
      ) : (
        <Skeleton className="h-28 w-full" />
      )}
    </Card>
  )
}

function MessagesToCome() {
  return (
    <div className={`${LOG_ROOM} overflow-hidden`}>
      <SkeletonRows />
    </div>
  )
}

function ServiceHours({ chat: { online, hours } }: { chat: ChatData }) {
  const t = useMessages('customer')
  const ui = useMessages('ui')
  return (
    <p className="flex items-center gap-1.5 text-12 text-muted">
      <span aria-hidden className={`size-2 rounded-chip ${online ? 'bg-positive' : 'border border-edge'}`} />
      {(online ? t('online') : t('offline')) + ui('separator') + t('hours', { hours })}
    </p>
  )
}

/**
 * Shows only the latest details, as older ones could name an account that has changed; behind a rule, because they
 * may be older than the messages above.
 */
function PresentDepositCard({ messages }: { messages: ChatData['messages'] }) {
  const { time } = useFormatters()
  const message = messages.findLast((each) => accountIn(each) !== null)
  const account = message ? accountIn(message) : null
  if (!message || !account) return null
  return (
    <div className="border-t border-line pt-3">
      <DepositCard
        account={account}
        at={<time dateTime={message.sent_at}>{time(message.sent_at, 'date-time')}</time>}
      />
    </div>
  )
}

function Messages({ chat }: { chat: ChatData }) {
  const t = useMessages('customer')
  const { time } = useFormatters()
  const client = useQueryClient()
  const [loading, setLoading] = useState(false)
  const outgoing = useStore(outbox)
  const { messages, older_cursor } = chat
  useMarkRead(messages)
  const list = useStickToEnd(messages.at(-1)?.message_id ?? '', outgoing.length)
  const older = () => {
    setLoading(true)
    loadOlder(client)
      .catch(() => showToast(shell_messages.get().networkError, 'negative'))
      .finally(() => setLoading(false))
  }

  if (messages.length === 0 && outgoing.length === 0) {
    return (
      <div className={`${LOG_ROOM} overflow-hidden`}>
        <EmptyState title={t('noMessages')}>{t('noMessagesText')}</EmptyState>
      </div>
    )
  }
  return (
    <div
      ref={list}
      role="log"
      aria-label={t('messages')}
      // A scrolling box has to be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      className={`-mx-2 flex ${LOG_ROOM} flex-col gap-2 overflow-y-auto overscroll-contain rounded-control px-2 py-1`}
    >
      {older_cursor && (
        <Button variant="quiet" className="self-center text-14!" busy={loading} onClick={older}>
          {t('older')}
        </Button>
      )}
      {messages.map((message, index) => {
        const day = time(message.sent_at, 'date')
        const previous = messages[index - 1]
        return (
          <Fragment key={message.message_id}>
            {(!previous || time(previous.sent_at, 'date') !== day) && (
              <p className="py-1 text-center text-12 text-muted">{day}</p>
            )}
            <ChatMessageItem message={message} />
          </Fragment>
        )
      })}
      {outgoing.map((message) => (
        <OutgoingMessage key={message.request_id} message={message} />
      ))}
    </div>
  )
}

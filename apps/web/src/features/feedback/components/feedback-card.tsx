import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { StoredImages } from '../../../components/stored-image.tsx'
import type { FeedbackThread } from '../api/feedback.ts'

/** The customer's feedback and service's answers. */
export function FeedbackCard({ thread }: { thread: FeedbackThread }) {
  const t = useMessages('feedback')
  const { time } = useFormatters()
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 text-16 font-medium wrap-anywhere">{thread.subject}</h3>
        {thread.answers.length === 0 && <Chip>{t('noAnswer')}</Chip>}
      </div>
      <p className="text-14 wrap-anywhere whitespace-pre-wrap">{thread.content}</p>
      <StoredImages images={thread.images} />
      <time dateTime={thread.created_at} className="text-12 text-muted">
        {time(thread.created_at)}
      </time>
      {thread.answers.map((answer) => (
        <div key={answer.answer_id} className="flex flex-col gap-1 rounded-control bg-canvas px-3 py-2">
          <p className="text-12 text-muted">{t('answerBy', { name: answer.author_name })}</p>
          <p className="text-14 wrap-anywhere whitespace-pre-wrap">{answer.text}</p>
          <time dateTime={answer.answered_at} className="text-12 text-muted">
            {time(answer.answered_at)}
          </time>
        </div>
      ))}
    </Card>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../components/cursor-list.tsx'
import { useService } from '../../../components/use-service.ts'
import { feedbackQuery } from '../api/feedback.ts'
import { FeedbackCard } from '../components/feedback-card.tsx'
import { FeedbackForm } from '../components/feedback-form.tsx'

/** /ad-center/feedback: the form, then the customer's earlier feedback with answers. */
export default function FeedbackPage() {
  const t = useMessages('feedback')
  const query = useInfiniteQuery(feedbackQuery())
  const openService = useService()
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <FeedbackForm />
      <button
        type="button"
        onClick={openService}
        className="min-h-11 self-start text-left text-14 font-medium text-accent"
      >
        {t('urgent')}
      </button>
      <h2 className="text-20 font-semibold">{t('earlier')}</h2>
      <CursorList
        query={query}
        label={t('earlier')}
        keyOf={(thread) => thread.feedback_id}
        look="cards"
        empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      >
        {(thread) => <FeedbackCard thread={thread} />}
      </CursorList>
    </div>
  )
}

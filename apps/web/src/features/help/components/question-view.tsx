import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { LanguageNote } from '../../../components/header/language-note.tsx'
import { LinkRow } from '../../../components/link-row.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { useService } from '../../../components/use-service.ts'
import { type QuestionDetail, questionQuery, useVote } from '../api/questions.ts'
import { AnswerTable } from './answer-table.tsx'
import { questionAddress } from './question-list.tsx'
import { TextVersion } from './text-version.tsx'

/** A question: its answer, a vote, related questions, and a link to service. */
export function QuestionView({ question_id }: { question_id: string }) {
  const t = useMessages('faq')
  const query = useQuery(questionQuery(question_id))
  const openService = useService()
  return (
    <>
      <Loaded
        query={query}
        skeleton={<SkeletonRows />}
        gone={<EmptyState title={t('gone')}>{t('goneText')}</EmptyState>}
      >
        {(question) => <Answer question={question} />}
      </Loaded>
      <Button variant="secondary" block onClick={openService}>
        {t('ask')}
      </Button>
      <TextLink to="/ad-center/ques-detail" className="self-center px-3">
        {t('allQuestions')}
      </TextLink>
    </>
  )
}

function Answer({ question }: { question: QuestionDetail }) {
  const t = useMessages('faq')
  const { time } = useFormatters()
  return (
    <>
      <LanguageNote language={question.language} />
      <Card className="flex flex-col gap-3">
        <div lang={question.language} className="flex flex-col gap-3">
          <h2 className="text-20 font-semibold text-balance">{question.question}</h2>
          {question.answer.map((paragraph) => (
            <p key={paragraph} className="text-16">
              {paragraph}
            </p>
          ))}
          {question.table && <AnswerTable table={question.table} name={question.question} />}
        </div>
        {question.figures_since !== null && (
          <p className="text-12 text-muted">
            {t('figuresSince', { date: time(question.figures_since, 'date') })}
          </p>
        )}
        <TextVersion version={question.version} since={question.since} />
        <Vote question={question} />
      </Card>
      {question.related.length > 0 && (
        <section aria-labelledby="related">
          <h2 id="related" className="pb-1 text-16 font-semibold">
            {t('related')}
          </h2>
          <Card className="py-1">
            <ul className="divide-y divide-line">
              {question.related.map((related) => (
                <li key={related.question_id} lang={related.language}>
                  <LinkRow to={questionAddress(related.question_id)} title={related.question} />
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
    </>
  )
}

function Vote({ question }: { question: QuestionDetail }) {
  const t = useMessages('faq')
  const vote = useVote(question.question_id)
  const offlineNote = useMessages('shell')('offlineSends')
  // Offline the vote waits and is shown as cast.
  const helpful = vote.isPaused ? vote.variables : question.helpful
  const choose = (chosen: boolean) => {
    if (!vote.isPending && chosen !== helpful) vote.mutate(chosen)
  }
  return (
    <fieldset className="border-t border-line pt-2">
      <legend className="sr-only">{t('helpfulQuestion')}</legend>
      <div className="flex flex-wrap items-center gap-x-2">
        <span aria-hidden className="text-14 text-muted">
          {t('helpfulQuestion')}
        </span>
        <span className="flex gap-x-2">
          <FilterChip selected={helpful === true} onClick={() => choose(true)}>
            {t('yes')}
          </FilterChip>
          <FilterChip selected={helpful === false} onClick={() => choose(false)}>
            {t('no')}
          </FilterChip>
        </span>
      </div>
      <p role="status" className="min-h-5 text-14 text-muted">
        {vote.isPaused ? offlineNote : helpful !== null && t(helpful ? 'thanks' : 'sorry')}
      </p>
    </fieldset>
  )
}

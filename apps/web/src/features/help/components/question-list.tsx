import { QUESTION_TOPICS } from '@adtally/contract/content.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkRow } from '../../../components/link-row.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { useService } from '../../../components/use-service.ts'
import { hasWords } from '../../../lib/forms/typed-text.ts'
import { type Question, questionsQuery } from '../api/questions.ts'

/** The address of a question's page. */
export function questionAddress(question_id: string): string {
  return `/ad-center/ques-detail?id=${encodeURIComponent(question_id)}`
}

/** Rules and words, then every question by topic, with a search. */
export function QuestionList() {
  const t = useMessages('faq')
  const query = useQuery(questionsQuery())
  const [wanted, setWanted] = useState('')
  return (
    <>
      <Card className="py-1">
        <ul className="divide-y divide-line">
          <li>
            <LinkRow
              to="/ad-center/ques-detail?view=rules"
              leading={<Icon name="rules" size={22} color="var(--color-accent)" />}
              title={t('rules')}
              detail={t('rulesText')}
            />
          </li>
          <li>
            <LinkRow
              to="/ad-center/ques-detail?view=words"
              leading={<Icon name="info" size={22} color="var(--color-accent)" />}
              title={t('words')}
              detail={t('wordsText')}
            />
          </li>
        </ul>
      </Card>
      <TextField
        label={t('search')}
        type="search"
        enterKeyHint="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {({ items }) => <Topics questions={items.filter(({ question }) => hasWords(question, wanted))} />}
      </Loaded>
    </>
  )
}

function Topics({ questions }: { questions: readonly Question[] }) {
  const t = useMessages('faq')
  const openService = useService()
  if (questions.length === 0) {
    const ask = (
      <Button variant="secondary" onClick={openService}>
        {t('ask')}
      </Button>
    )
    return (
      <EmptyState title={t('nothing')} action={ask}>
        {t('nothingText')}
      </EmptyState>
    )
  }
  return QUESTION_TOPICS.map((topic) => {
    const of_topic = questions.filter((one) => one.topic === topic)
    if (of_topic.length === 0) return null
    return (
      <section key={topic} aria-labelledby={`topic-${topic}`}>
        <h2 id={`topic-${topic}`} className="pb-1 text-16 font-semibold">
          {t(`topics.${topic}`)}
        </h2>
        <Card className="py-1">
          <ul className="divide-y divide-line">
            {of_topic.map(({ question_id, question, language }) => (
              <li key={question_id} lang={language}>
                <LinkRow to={questionAddress(question_id)} title={question} />
              </li>
            ))}
          </ul>
        </Card>
      </section>
    )
  })
}

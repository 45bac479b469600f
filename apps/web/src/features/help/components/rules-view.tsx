import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { LanguageNote } from '../../../components/header/language-note.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { rulesQuery } from '../api/questions.ts'
import { TextVersion } from './text-version.tsx'

/** The operation rules, with the figures in force. */
export function RulesView() {
  const t = useMessages('faq')
  const query = useQuery(rulesQuery())
  return (
    <>
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {({ language, sections, policy_version }) => (
          <>
            <LanguageNote language={language} />
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h2 className="text-20 font-semibold">{t('rules')}</h2>
              <p className="text-12 text-muted">{t('rulesVersion', { version: policy_version })}</p>
            </div>
            {sections.map(({ section_id, version, since, title, paragraphs }) => (
              <Card key={section_id} lang={language} className="flex flex-col gap-2">
                <h3 className="text-16 font-semibold">{title}</h3>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph} className="text-14">
                    {paragraph}
                  </p>
                ))}
                <TextVersion version={version} since={since} />
              </Card>
            ))}
          </>
        )}
      </Loaded>
      <TextLink to="/ad-center/ques-detail" className="self-center px-3">
        {t('allQuestions')}
      </TextLink>
    </>
  )
}

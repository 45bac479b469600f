import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CountFigure } from '../../../../components/charts/count-figure.tsx'
import { TitledCard } from '../../../../components/titled.tsx'
import { Explained } from '../../../../components/words/explained.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { usePercent } from '../../../../lib/figures/use-percent.ts'
import type { Film } from '../../api/plans.ts'

const PARTS = ['impressions', 'video_25', 'video_50', 'video_75', 'video_100'] as const

/** How often a plan's films were shown and how far they played, as bars; each opens its days. */
export function FilmCard({ film, onDays }: { film: Film; onDays: () => void }) {
  const words = useMessages('planResult')
  const { number, share } = useFormatters()
  const percent = usePercent()
  const { impressions, video_100, skipped, failed, completion_percent } = film
  const shown = number(impressions)
  return (
    <TitledCard title={words('seen.film')} className="flex flex-col gap-3 pb-1">
      <ul aria-label={words('seen.film')} className="flex flex-col gap-1">
        {PARTS.map((part) => {
          const played = film[part]
          // A day's last videos may end after midnight, so that more end than were shown.
          const reached = impressions === 0 ? 0 : Math.min(1, played / impressions)
          return (
            <li
              key={part}
              className="*:[button]:flex-row *:[button]:items-baseline *:[button]:gap-3 *:[button]:pt-3 [&_.block]:ml-2 [&_.block]:inline"
            >
              <CountFigure
                label={words(`seen.filmCounts.${part}`)}
                value={played}
                note={part !== 'impressions' && <span className="text-14 text-muted">{share(reached)}</span>}
                explanation={
                  <>
                    {part === 'impressions'
                      ? words('seen.filmMeanings.impressions')
                      : words('seen.filmMeanings.quarter', { played: number(played), impressions: shown })}
                    <Explained words={['impression', 'valid']} />
                  </>
                }
                onSource={onDays}
              />
              <div aria-hidden className="h-1.5 rounded-chip bg-line">
                <div className="h-full rounded-chip bg-accent" style={{ width: `${reached * 100}%` }} />
              </div>
            </li>
          )
        })}
      </ul>
      <TermList
        terms={[
          ...(completion_percent === null
            ? []
            : [
                {
                  label: words('seen.completion'),
                  value: percent(completion_percent),
                  note: words('seen.completionNote', { played: number(video_100), impressions: shown }),
                },
              ]),
          { label: words('seen.filmCounts.skipped'), value: number(skipped) },
          { label: words('seen.filmCounts.failed'), value: number(failed) },
        ]}
      />
    </TitledCard>
  )
}

import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { Figure } from '@adtally/ui/figure.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { TallyProgress } from '@adtally/ui/tally.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import type { Level } from '../api/level.ts'

/** Current stars, the settled spend behind them, and the next step. */
export function LevelCard({ level }: { level: Level }) {
  const t = useMessages('level')
  const { money, time } = useFormatters()
  const currency = useCurrency()
  const { next, steps, settled_spend, window_days } = level
  return (
    <TitledCard title={t('now')} className="flex flex-col gap-3">
      <Stars level={level.level} max={steps.length} />
      <Figure
        label={t('spend', { days: window_days })}
        value={settled_spend}
        currency={currency}
        explanation={t('spendMeaning', { since: time(level.since, 'date') })}
      />
      <p className="text-14 text-muted">{t('plans', { plans: level.settled_plans })}</p>
      {next ? (
        <p className="flex items-center gap-3 text-14">
          <TallyProgress
            label={t('progress', { level: next.level })}
            percent={next.progress_percent}
            size={32}
          />
          {t('next', { missing: money(next.missing, currency, { decimals: 'all' }), level: next.level })}
        </p>
      ) : (
        <p className="text-14">{t('highest')}</p>
      )}
    </TitledCard>
  )
}

function Stars({ level, max }: { level: number; max: number }) {
  const t = useMessages('level')
  return (
    <p role="img" aria-label={t('stars', { level, max })} className="text-34 leading-none tracking-widest">
      <span className="text-ink">{'★'.repeat(level)}</span>
      <span className="text-edge">{'☆'.repeat(Math.max(0, max - level))}</span>
    </p>
  )
}

/** The steps of the levels, and which are reached. */
export function FormulaCard({ level: { level, steps, window_days } }: { level: Level }) {
  const t = useMessages('level')
  const { money } = useFormatters()
  const currency = useCurrency()
  return (
    <TitledCard title={t('formula')} className="flex flex-col gap-2 pb-2">
      <p className="text-14">{t('formulaText', { days: window_days })}</p>
      <ol className="flex flex-col divide-y divide-line">
        {steps.map((step) => {
          const is_reached = step.level <= level
          return (
            <li
              key={step.level}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2 text-14"
            >
              <span className={classNames('font-medium', !is_reached && 'text-muted')}>
                {t('step', { level: step.level })}
              </span>
              {is_reached && (
                <span className="flex items-center gap-1 text-12 text-positive">
                  <Icon name="check" size={14} color="currentColor" />
                  {t('reached')}
                </span>
              )}
              <span className="ml-auto">{t('stepFrom', { amount: money(step.spend, currency) })}</span>
            </li>
          )
        })}
      </ol>
    </TitledCard>
  )
}

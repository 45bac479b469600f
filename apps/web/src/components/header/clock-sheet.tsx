import type { OutputOf } from '@adtally/contract/call.ts'
import { CLOCK_STEPS, type ClockStep, type sandboxClock } from '@adtally/contract/sandbox.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { TallyProgress } from '@adtally/ui/tally.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clockQuery, followClock, useAdvanceClock } from '../../lib/device/sandbox-clock.ts'
import { useCurrency } from '../../lib/figures/use-currency.ts'
import { ConnectedButton } from '../fields/connected-button.tsx'
import { Loaded } from '../loaded.tsx'
import { Sheet } from './lazy-dialogs.tsx'

type Clock = OutputOf<typeof sandboxClock>
type Moving = NonNullable<Clock['moving']>

const STEPS = ['hour', 'day', 'eight_days'] as const satisfies readonly ClockStep[]

/** The sandbox's clock: how far to advance it and what will happen then, and its progress while it moves. */
export default function ClockSheet({ onClose }: { onClose: () => void }) {
  const t = useMessages('sandbox')
  const client = useQueryClient()
  const query = useQuery({ ...clockQuery(), staleTime: 0 })
  const [step, setStep] = useState<ClockStep>('hour')
  const advance = useAdvanceClock()
  const moving = query.data?.moving ?? null
  const is_moving = moving !== null
  useEffect(() => {
    if (is_moving) followClock(client)
  }, [is_moving, client])
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('title')}
      footer={
        // Rendered from the start, so that a double tap on a choice can't hit it.
        query.data && !is_moving ? (
          <ConnectedButton busy={advance.isPending} onClick={() => advance.mutate(step)}>
            {t(`advance.${step}`)}
          </ConnectedButton>
        ) : undefined
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {(clock) =>
          clock.moving ? (
            <OnItsWay now={clock.now} moving={clock.moving} />
          ) : (
            <Choices clock={clock} step={step} onChoose={setStep} />
          )
        }
      </Loaded>
    </Sheet>
  )
}

function OnItsWay({ now, moving }: { now: string; moving: Moving }) {
  const t = useMessages('sandbox')
  const { time } = useFormatters()
  const [from_ms, until_ms, now_ms] = [moving.from, moving.until, now].map((at) => Date.parse(at))
  const percent = Math.round((((now_ms ?? 0) - (from_ms ?? 0)) / ((until_ms ?? 1) - (from_ms ?? 0))) * 100)
  return (
    <div className="flex items-center gap-4 py-3">
      <TallyProgress percent={percent} label={t('progress')} size={40} />
      <p role="status" className="text-16">
        {t('moving', { until: time(moving.until), at: time(now) })}
      </p>
    </div>
  )
}

function Choices({
  clock,
  step,
  onChoose,
}: {
  clock: Clock
  step: ClockStep
  onChoose: (step: ClockStep) => void
}) {
  const t = useMessages('sandbox')
  const { time } = useFormatters()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-16 font-medium">{t('now', { at: time(clock.now) })}</p>
      <p className="text-14 text-muted">{t('hint')}</p>
      <fieldset>
        <legend className="mb-2 text-14 text-muted">{t('choices')}</legend>
        <div className="flex flex-wrap gap-2">
          {STEPS.map((each) => (
            <Button
              key={each}
              variant="secondary"
              aria-pressed={each === step}
              onClick={() => onChoose(each)}
              className="flex-1 whitespace-nowrap aria-pressed:border-accent aria-pressed:bg-accent-soft"
            >
              {t(`steps.${each}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      <Ahead clock={clock} step={step} />
    </div>
  )
}

/** What happens by itself until the clock has advanced by this step. */
function Ahead({ clock, step }: { clock: Clock; step: ClockStep }) {
  const t = useMessages('sandbox')
  const { time, money } = useFormatters()
  const currency = useCurrency()
  const until_ms = Date.parse(clock.now) + CLOCK_STEPS[step]
  const until = new Date(until_ms)
  const ahead = clock.ahead.filter(({ at }) => Date.parse(at) <= until_ms)
  // Omitted events come after the last one listed.
  const left_off = ahead.length === clock.ahead.length ? clock.ahead_left_off : 0
  return (
    <section aria-live="polite" className="flex flex-col gap-2">
      <p className="text-16">{t('shows', { at: time(until) })}</p>
      <h3 className="text-14 text-muted">{t('happens')}</h3>
      {ahead.length === 0 ? (
        <p className="text-14">{t('nothing')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {ahead.map(({ kind, at, subject_id, name, amount }) => (
            <li key={`${kind} ${subject_id}`} className="flex flex-col gap-0.5 py-2.5">
              <span className="text-16">
                {t(`ahead.${kind}`, {
                  name: name ?? '',
                  amount: amount === null ? '' : money(amount, currency),
                })}
              </span>
              <span className="text-12 text-muted">{time(at)}</span>
            </li>
          ))}
        </ul>
      )}
      {left_off > 0 && <p className="text-14 text-muted">{t('more', { count: left_off })}</p>}
    </section>
  )
}

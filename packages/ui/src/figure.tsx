import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { Amount, type Certainty } from './amount.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'
import { part } from './part.tsx'
import type { SheetProps } from './sheet.tsx'

// Explanations are opened by few: their sheet is loaded when the first is.
const Sheet = part<SheetProps>(() => import('./sheet.tsx').then((module) => ({ default: module.Sheet })))

const SIZES = { 14: 'text-14', 16: 'text-16', 20: 'text-20', 28: 'text-28', 34: 'text-34' } as const

const LAYOUTS = {
  stack: {
    // Never narrower than its amount, which is not broken.
    button: 'flex max-w-full flex-col items-start justify-between rounded-control',
    label: 'text-12 text-muted',
    amount: 'max-w-full',
    clock: '',
  },
  row: {
    // The amount goes under its label before the label's words would be broken.
    button: 'flex w-full flex-wrap items-center gap-x-3 py-2',
    label: 'max-w-full flex-[1_1_calc(8.5rem*var(--text-scale,1))] text-16 wrap-break-word',
    amount: 'ml-auto max-w-full text-right',
    clock: 'w-full justify-end',
  },
} as const

interface FigureProps {
  label: string
  /** The wire's decimal string. */
  value: string
  currency: string
  certainty?: Certainty
  /** When a held figure is released at the latest (ISO 8601). */
  until?: string
  size?: keyof typeof SIZES
  /** `row`: the label on the left, the amount on the right, over the whole width. */
  layout?: 'stack' | 'row'
  toned?: boolean
  sign?: 'auto' | 'always'
  /** As many as its neighbours have, where they add up; else as many as it has itself. */
  decimals?: 2 | 4 | 6
  /** What the figure is and how it comes about, in one or two sentences. */
  explanation?: ReactNode
  /** A quiet line under the amount, such as what it was before. */
  note?: ReactNode
  /** Opens where the figure comes from, such as its entries. */
  onSource?: () => void
}

/**
 * A money figure that can be tapped to see where it comes from (DESIGN): the tap says how sure the figure is,
 * what it is, and leads to its source.
 */
export function Figure(props: FigureProps) {
  const {
    label,
    value,
    currency,
    certainty = 'booked',
    until,
    size = 20,
    layout = 'stack',
    toned = false,
    sign = 'auto',
  } = props
  const t = useMessages('ui')
  const { remaining } = useFormatters()
  const [open, setOpen] = useState(false)
  const { onSource } = props
  const openSource = () => {
    setOpen(false)
    onSource?.()
  }
  const amount = (
    <Amount
      value={value}
      currency={currency}
      certainty={certainty}
      toned={toned}
      sign={sign}
      {...(props.decimals && { decimals: props.decimals })}
    />
  )

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classNames('min-h-11 text-left', LAYOUTS[layout].button)}
      >
        <span className={LAYOUTS[layout].label}>{label}</span>
        <span className={classNames('font-medium', SIZES[size], LAYOUTS[layout].amount)}>
          {amount}
          {props.note && <span className="block font-normal">{props.note}</span>}
        </span>
        <span className="sr-only">{t(`certainty.${certainty}`)}</span>
        {certainty === 'held' && until && (
          <span className={classNames('flex items-center gap-1 text-12 text-hold', LAYOUTS[layout].clock)}>
            <Icon name="clock" size={14} color="currentColor" />
            {remaining(until)}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <Meaning
            {...props}
            certainty={certainty}
            amount={amount}
            onClose={() => setOpen(false)}
            {...(onSource && { onSource: openSource })}
          />
        </Suspense>
      )}
    </>
  )
}

interface MeaningProps extends Pick<FigureProps, 'label' | 'until' | 'explanation' | 'onSource'> {
  certainty: Certainty
  amount: ReactNode
  onClose: () => void
}

/** The sheet behind a figure: how sure it is, what it is, and the way to its source. */
function Meaning({ label, until, explanation, onSource, certainty, amount, onClose }: MeaningProps) {
  const t = useMessages('ui')
  const { time } = useFormatters()
  const footer = onSource && (
    <Button block onClick={onSource}>
      {t('showSource')}
    </Button>
  )
  return (
    <Sheet open onClose={onClose} title={label} footer={footer}>
      <p className="text-28 font-medium">{amount}</p>
      <p className="mt-3 text-14">{t(`certaintyMeaning.${certainty}`)}</p>
      {certainty === 'held' && until && (
        <p className="mt-1 text-14 text-hold">{t('heldUntil', { until: time(until) })}</p>
      )}
      {explanation && <div className="mt-3 text-14 text-muted">{explanation}</div>}
    </Sheet>
  )
}

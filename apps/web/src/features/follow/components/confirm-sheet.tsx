import type { ReadAmount } from '@adtally/i18n/read-amount.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { Icon } from '@adtally/ui/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Sheet } from '../../../components/lazy-dialogs.tsx'
import { useLossLine } from '../../../components/loss-line.tsx'
import { LossResults } from '../../../components/loss-results.tsx'
import { MoneyButton } from '../../../components/money-button.tsx'
import { planAddress } from '../../../components/plan-row.tsx'
import { TermList } from '../../../components/term-list.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { useAmounts } from '../../../lib/use-amounts.ts'
import { useCurrency } from '../../../lib/use-currency.ts'
import { usePercent } from '../../../lib/use-percent.ts'
import type { Draft } from '../api/assistance.ts'
import { availableQuery, useConfirmDraft } from '../api/confirm-draft.ts'
import { draftAmountFault } from './draft-amount.ts'

interface ConfirmSheetProps {
  draft: Draft
  fee_percent: number
  onClose: () => void
}

/** One's own amount on a leader's draft, with all that is agreed to; then what was placed and its number. */
export default function ConfirmSheet({ draft, fee_percent, onClose }: ConfirmSheetProps) {
  const t = useMessages('follow')
  const navigate = useNavigate()
  const formId = useId()
  const [text, setText] = useState('')
  const amount = useAmounts().read(text)
  const confirm = useConfirmDraft()
  const placed = confirm.data
  if (placed) {
    return (
      <Sheet
        open
        onClose={onClose}
        title={t('confirm.placed', { number: placed.number })}
        footer={
          <Button block onClick={() => void navigate(planAddress(placed.plan_id))}>
            {t('confirm.open')}
          </Button>
        }
      >
        <div role="status" className="flex items-center gap-3 py-2 text-16">
          <Icon name="check" size={28} color="var(--color-positive)" />
          <Placed draft={draft} amount={amount.amount ?? ''} />
        </div>
      </Sheet>
    )
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('confirm.title', { product: draft.product_name })}
      footer={<PlaceButton form={formId} amount={amount.amount} busy={confirm.isPending} />}
    >
      <AmountForm
        id={formId}
        draft={draft}
        fee_percent={fee_percent}
        text={text}
        amount={amount}
        error={confirm.error}
        onText={(next) => {
          setText(next)
          confirm.reset()
        }}
        onSubmit={(checked) => {
          if (!confirm.isPending) confirm.mutate({ draft_id: draft.draft_id, amount: checked })
        }}
      />
    </Sheet>
  )
}

function Placed({ draft, amount }: { draft: Draft; amount: string }) {
  const format = useFormatters()
  const currency = useCurrency()
  return (
    <span>
      {draft.product_name} · {format.money(amount, currency)}
    </span>
  )
}

function PlaceButton({ form, amount, busy }: { form: string; amount: string | null; busy: boolean }) {
  const t = useMessages('follow')
  const format = useFormatters()
  const currency = useCurrency()
  return (
    <MoneyButton type="submit" form={form} busy={busy}>
      {amount === null
        ? t('confirm.place')
        : t('confirm.placeAmount', { amount: format.money(amount, currency) })}
    </MoneyButton>
  )
}

interface AmountFormProps {
  id: string
  draft: Draft
  fee_percent: number
  /** As typed. */
  text: string
  /** What it is taken for. */
  amount: ReadAmount
  error: unknown
  onText: (text: string) => void
  onSubmit: (amount: string) => void
}

function AmountForm(props: AmountFormProps) {
  const { id, draft, fee_percent, text, amount, error, onText, onSubmit } = props
  const t = useMessages('follow')
  const format = useFormatters()
  const currency = useCurrency()
  const amounts = useAmounts()
  const available = useQuery(availableQuery()).data?.available_balance
  const [checked, setChecked] = useState(false)
  const fault = draftAmountFault(amount, draft, available)
  const range = { min: format.amount(draft.amount_min), max: format.money(draft.amount_max, currency) }
  const faultText = () => {
    if (fault === null) return undefined
    if (fault === 'outOfRange') return t('confirm.outOfRange', range)
    return fault === 'insufficient' ? t('confirm.insufficient') : amounts.faultText(fault)
  }
  const refusal =
    error === null ? undefined : error instanceof ApiError ? error.message : t('confirm.noAnswer')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (fault === null && amount.amount !== null) onSubmit(amount.amount)
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('confirm.amount')}
        hint={[
          t('confirm.hint', range),
          ...(available === undefined
            ? []
            : [t('confirm.available', { amount: format.money(available, currency) })]),
        ].join(' · ')}
        error={(checked ? faultText() : undefined) ?? refusal}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <Terms draft={draft} fee_percent={fee_percent} />
    </form>
  )
}

function Terms({ draft, fee_percent }: { draft: Draft; fee_percent: number }) {
  const t = useMessages('follow')
  const plan = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const percent = usePercent()
  const lossLine = useLossLine()
  return (
    <>
      <TermList
        terms={[
          { label: t('confirm.payout'), value: format.money(draft.payout, currency) },
          {
            label: t('confirm.runs'),
            value: t('confirm.runsValue', { days: draft.duration_days }),
            note: t('confirm.runsNote'),
          },
          {
            label: t('present.fee'),
            value: percent(String(fee_percent)),
            ...(fee_percent > 0 ? { note: t('present.feeNote') } : {}),
          },
        ]}
      />
      <Banner tone="warning">
        <p className="font-medium">{t('confirm.risk')}</p>
        <p>{lossLine(draft.loss_record)}</p>
        {draft.related_party && <p>{plan('relatedPartyMeaning')}</p>}
      </Banner>
      <LossResults record={draft.loss_record} />
    </>
  )
}

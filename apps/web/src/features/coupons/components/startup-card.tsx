import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { QuestionDialog } from '../../../components/question-dialog.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { Word } from '../../../components/words/word.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { type Startup, startupQuery, useReturnStartup, useTakeStartup } from '../api/startup.ts'

const isSome = (amount: string) => /[1-9]/.test(amount)

/** Startup funds: what they are, the offer or their use, and the button that takes or returns them. */
export function StartupCard() {
  return (
    <Loaded query={useQuery(startupQuery())} skeleton={<Skeleton className="h-48 w-full" />}>
      {(startup) => (startup.grant !== null || isSome(startup.offered.amount)) && <Funds startup={startup} />}
    </Loaded>
  )
}

function Funds({ startup: { grant, offered } }: { startup: Startup }) {
  const t = useMessages('coupons')
  return (
    <TitledCard
      title={<Word of="startup_funds">{t('startup.title')}</Word>}
      look="large"
      className="flex flex-col gap-2"
    >
      <p className="text-14 font-medium">{t('startup.advance')}</p>
      {grant ? <Granted grant={grant} /> : <Offered offered={offered} />}
    </TitledCard>
  )
}

function Offered({ offered: { amount, days } }: { offered: Startup['offered'] }) {
  const t = useMessages('coupons')
  const { money } = useFormatters()
  const currency = useCurrency()
  const take = useTakeStartup()
  return (
    <>
      <ul className="flex flex-col gap-1 text-14">
        <li>{t('startup.offer', { amount: money(amount, currency), days })}</li>
        <li>{t('startup.nothingOwed')}</li>
        <li>{t('startup.settles')}</li>
      </ul>
      <ConnectedButton
        busy={take.isPending}
        onClick={() => take.mutate(undefined, { onSuccess: () => showToast(t('startup.taken'), 'positive') })}
      >
        {t('startup.take')}
      </ConnectedButton>
    </>
  )
}

function Granted({ grant }: { grant: NonNullable<Startup['grant']> }) {
  const t = useMessages('coupons')
  const { money, time } = useFormatters()
  const currency = useCurrency()
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const { state, unused, in_plans, expires_at } = grant
  const amount = money(unused, currency, { decimals: 'all' })
  return (
    <>
      <TermList
        terms={[
          {
            label: t('startup.unused'),
            value: <span className="certainty-promotional">{amount}</span>,
          },
          { label: t('startup.inPlans'), value: money(in_plans, currency, { decimals: 'all' }) },
        ]}
      />
      <p className="text-14 text-muted">
        {state === 'open' ? t('startup.until', { at: time(expires_at) }) : t(`startup.over.${state}`)}
      </p>
      {state === 'open' && isSome(unused) && (
        // Leads to the products that take them.
        <Button block onClick={() => navigate('/plan?push=official')}>
          {t('startup.use')}
        </Button>
      )}
      {isSome(unused) && (
        <Button block variant="quiet" aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {t('startup.return', { amount })}
        </Button>
      )}
      {asks && <ReturnDialog unused={unused} onClose={() => setAsks(false)} />}
    </>
  )
}

function ReturnDialog({ unused, onClose }: { unused: string; onClose: () => void }) {
  const t = useMessages('coupons')
  const { money } = useFormatters()
  const amount = money(unused, useCurrency(), { decimals: 'all' })
  const giveBack = useReturnStartup()
  const confirm = () =>
    giveBack.mutate(unused, {
      onSuccess: () => showToast(t('startup.returned'), 'positive'),
      onSettled: onClose,
    })
  return (
    <QuestionDialog
      title={t('startup.returnQuestion')}
      onClose={onClose}
      stay={t('startup.back')}
      act={
        <ConnectedButton busy={giveBack.isPending} onClick={confirm}>
          {t('startup.return', { amount })}
        </ConnectedButton>
      }
    >
      {t('startup.returnMeaning', { amount })}
    </QuestionDialog>
  )
}

import type { OutputOf } from '@adtally/contract/call.ts'
import type { accountClosing } from '@adtally/contract/closing.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PinAndFactor } from '../../../components/factor-pin-sheet.tsx'
import { LinkRow } from '../../../components/link-row.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { session } from '../../../lib/session.ts'
import { useStore } from '../../../lib/store.ts'
import { pinFailure } from '../../../lib/use-pin-lock.ts'
import { closingQuery, useCloseAccount } from '../api/closing.ts'

const FactorPinSheet = lazy(() =>
  import('../../../components/factor-pin-sheet.tsx').then((module) => ({ default: module.FactorPinSheet })),
)

const RESET = `/wallet/set-password?mode=reset&next=${encodeURIComponent('/customer/closing')}`

type Closing = OutputOf<typeof accountClosing>

/** /customer/closing: what stands in the way of closing the account, what is kept, and closing it for good. */
export default function ClosingPage() {
  const t = useMessages('archive.close')
  const query = useQuery(closingQuery())
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      <p className="text-16">{t('text')}</p>
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {(state) => <State state={state} />}
      </Loaded>
    </div>
  )
}

function State({ state }: { state: Closing }) {
  const t = useMessages('archive.close')
  const { money } = useFormatters()
  const { currency, discount, startup_funds, records_kept_years } = state
  const lapses = Number(discount) > 0 || Number(startup_funds) > 0
  return (
    <>
      {state.may_close ? <p className="text-16">{t('nothing')}</p> : <InTheWay state={state} />}
      {lapses && (
        <p className="text-14 text-muted">
          {t('lapses', { discount: money(discount, currency), startup: money(startup_funds, currency) })}
        </p>
      )}
      <p className="text-14 text-muted">
        {records_kept_years === null ? t('keptPlain') : t('kept', { years: records_kept_years })}
      </p>
      <CloseButton may_close={state.may_close} />
    </>
  )
}

function InTheWay({ state }: { state: Closing }) {
  const t = useMessages('archive.close')
  const { money } = useFormatters()
  const { currency, plans_open, withdrawals_open, vip_runs } = state
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-16 font-semibold">{t('inTheWay')}</h2>
      <Card className="divide-y divide-line py-0 *:rounded-none">
        {plans_open > 0 && (
          <LinkRow to="/plan" title={t('plans', { count: plans_open })} detail={t('plansHow')} />
        )}
        {vip_runs && <LinkRow to="/ad-center/level" title={t('vip')} detail={t('vipHow')} />}
        {Number(state.money) > 0 && (
          <LinkRow
            to="/wallet"
            title={t('money', { amount: money(state.money, currency) })}
            detail={t('moneyHow')}
          />
        )}
        {withdrawals_open > 0 && (
          <LinkRow
            to="/wallet"
            title={t('withdrawals', { count: withdrawals_open })}
            detail={t('withdrawalsHow')}
          />
        )}
      </Card>
    </section>
  )
}

function CloseButton({ may_close }: { may_close: boolean }) {
  const t = useMessages('archive.close')
  const archive = useMessages('archive')
  const navigate = useNavigate()
  const passwordIsSet = useStore(session)?.user?.transaction_password_set !== false
  const [asking, setAsking] = useState(false)
  const close = useCloseAccount()
  const closeNow = (entered: PinAndFactor | null) =>
    close.mutate(entered, {
      onSuccess: () => {
        showToast(t('done'), 'positive')
        navigate('/customer', { replace: true })
      },
    })
  return (
    <>
      {!asking && close.error !== null && (
        <div role="alert">
          <Banner tone="warning">{pinFailure(close.error, archive('connectionLost')).message}</Banner>
        </div>
      )}
      <Button
        block
        variant="danger"
        aria-haspopup={passwordIsSet ? 'dialog' : undefined}
        disabled={!may_close}
        busy={close.isPending}
        onClick={() => {
          close.reset()
          if (passwordIsSet) setAsking(true)
          else closeNow(null)
        }}
      >
        {t('action')}
      </Button>
      {asking && (
        <Suspense>
          <FactorPinSheet
            action={t('action')}
            busy={close.isPending}
            error={close.error}
            lost={archive('connectionLost')}
            codeLabel={archive('code')}
            resetTo={RESET}
            onConfirm={closeNow}
            onClose={() => setAsking(false)}
          >
            <p className="text-center text-14 text-muted">{t('why')}</p>
          </FactorPinSheet>
        </Suspense>
      )}
    </>
  )
}

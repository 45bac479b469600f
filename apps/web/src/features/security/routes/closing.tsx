import { isNonzero } from '@adtally/client/is-nonzero.ts'
import { microsOf } from '@adtally/client/signed-amount.ts'
import type { OutputOf } from '@adtally/contract/call.ts'
import type { accountClosing } from '@adtally/contract/identity/closing.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LinkRow } from '../../../components/link-row.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { isRestricted, session } from '../../../lib/session/session.ts'
import { closingQuery, useCloseAccount } from '../api/closing.ts'
import { ProveOwner } from '../components/prove-owner.tsx'

type Closing = OutputOf<typeof accountClosing>

/** /customer/closing: what prevents closing the account, what is kept, and closing it for good. */
export default function ClosingPage() {
  const t = useMessages('archive.close')
  // Read once: a closed account gets only a note here, but a customer who has just closed it is led on.
  const [restricted] = useState(() => isRestricted(session.get()))
  const query = useQuery({ ...closingQuery(), enabled: !restricted })
  if (restricted) return <p className="px-4 pt-2 text-16">{t('done')}</p>
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
  const { records_kept_years } = state
  return (
    <>
      {state.may_close ? <p className="text-16">{t('nothing')}</p> : <InTheWay state={state} />}
      <Lost state={state} />
      <p className="text-14 text-muted">
        {records_kept_years === null ? t('keptPlain') : t('kept', { years: records_kept_years })}
      </p>
      <CloseButton may_close={state.may_close} />
    </>
  )
}

/** What closing ends without paying it out, as far as there is any. */
function Lost({ state: { currency, discount, startup_funds, coupons_unused } }: { state: Closing }) {
  const t = useMessages('archive.close')
  const { money } = useFormatters()
  const exact = (amount: string) => money(amount, currency, { decimals: 'all' })
  const [has_discount, has_startup] = [isNonzero(discount), isNonzero(startup_funds)]
  return (
    <>
      {(has_discount || has_startup) && (
        <p className="text-14 text-muted">
          {has_discount && has_startup
            ? t('lapses', { discount: exact(discount), startup: exact(startup_funds) })
            : has_discount
              ? t('lapsesDiscount', { discount: exact(discount) })
              : t('lapsesStartup', { startup: exact(startup_funds) })}
        </p>
      )}
      {coupons_unused > 0 && <p className="text-14 text-muted">{t('coupons', { count: coupons_unused })}</p>}
    </>
  )
}

/** What the customer can do for the money now, and what the rest waits for. */
function useMoneyHow({ currency, money, withdrawable }: Closing): string {
  const t = useMessages('archive.close')
  const format = useFormatters()
  if (!isNonzero(withdrawable)) return t('moneyLater')
  if (microsOf(withdrawable) === microsOf(money)) return t('moneyHow')
  return t('moneyPart', { amount: format.money(withdrawable, currency, { decimals: 'all' }) })
}

function InTheWay({ state }: { state: Closing }) {
  const t = useMessages('archive.close')
  const { money } = useFormatters()
  const { currency, plans_open, withdrawals_open, vip_runs } = state
  const moneyHow = useMoneyHow(state)
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-16 font-semibold">{t('inTheWay')}</h2>
      <Card className="divide-y divide-line py-0 *:rounded-none">
        {plans_open > 0 && (
          <LinkRow to="/plan" title={t('plans', { count: plans_open })} detail={t('plansHow')} />
        )}
        {vip_runs && <LinkRow to="/ad-center/level" title={t('vip')} detail={t('vipHow')} />}
        {isNonzero(state.money) && (
          <LinkRow
            to="/wallet"
            title={t('money', { amount: money(state.money, currency, { decimals: 'all' }) })}
            detail={moneyHow}
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
  const navigate = useNavigate()
  const close = useCloseAccount()
  return (
    <ProveOwner
      action={t('action')}
      why={t('why')}
      act={close}
      here="/customer/closing"
      danger
      disabled={!may_close}
      onDone={() => {
        showToast(t('done'), 'positive')
        navigate('/customer', { replace: true })
      }}
    />
  )
}

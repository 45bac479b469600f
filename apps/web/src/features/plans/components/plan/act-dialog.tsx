import { isNonzero } from '@adtally/client/is-nonzero.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { ConnectedButton } from '../../../../components/fields/connected-button.tsx'
import { QuestionDialog } from '../../../../components/question-dialog.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { type PlanAct, usePlanAct } from '../../api/plan-acts.ts'
import type { Plan } from '../../api/plans.ts'

/** Irreversible acts get the warning colour. */
const IS_FINAL: Record<PlanAct, boolean> = { pause: false, resume: false, stop: true, cancel: true }

/** Asks before a plan is paused, resumed, stopped or cancelled, with the effect on its money. */
export default function ActDialog({ plan, act, onClose }: { plan: Plan; act: PlanAct; onClose: () => void }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const send = usePlanAct(plan.plan_id)
  const { cash, discount, startup } = plan.funding
  const is_promoted = [discount, startup].some((part) => isNonzero(part))
  const values = {
    amount: format.money(cash, currency, { decimals: 'all' }),
    left: format.money(plan.to_be_consumed, currency, { decimals: 'all' }),
  }
  const confirm = () =>
    send.mutate(act, {
      onSuccess: () => showToast(t(`acts.${act}.done`), 'positive'),
      onSettled: onClose,
    })
  return (
    <QuestionDialog
      title={t(`acts.${act}.question`)}
      onClose={onClose}
      stay={t('back')}
      act={
        <ConnectedButton
          variant={IS_FINAL[act] ? 'danger' : 'primary'}
          busy={send.isPending}
          onClick={confirm}
        >
          {act === 'cancel' && !isNonzero(cash) ? t('acts.cancel.button') : t(`acts.${act}.confirm`, values)}
        </ConnectedButton>
      }
    >
      {act === 'cancel' && is_promoted ? <Parts funding={plan.funding} /> : t(`acts.${act}.meaning`, values)}
      {act === 'stop' && is_promoted && <p className="mt-2">{t('acts.stop.promoted')}</p>}
    </QuestionDialog>
  )
}

/** How the money returns if it is not all the customer's own (PRODUCT §3). */
function Parts({ funding }: { funding: Plan['funding'] }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const parts = (['cash', 'discount', 'startup'] as const).filter((part) => isNonzero(funding[part]))
  return (
    <>
      <p>{t('acts.cancel.parts')}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {parts.map((part) => (
          <li key={part}>
            {t(`acts.cancel.${part}`, { amount: format.money(funding[part], currency, { decimals: 'all' }) })}
          </li>
        ))}
      </ul>
    </>
  )
}

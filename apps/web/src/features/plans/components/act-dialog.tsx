import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Dialog } from '../../../components/lazy-dialogs.tsx'
import { MoneyButton } from '../../../components/money-button.tsx'
import { useCurrency } from '../../../lib/use-currency.ts'
import { type PlanAct, usePlanAct } from '../api/plan-acts.ts'
import type { Plan } from '../api/plans.ts'

/** What cannot be taken back is asked for in the colour of warning. */
const IS_FINAL: Record<PlanAct, boolean> = { pause: false, resume: false, stop: true, cancel: true }

/** Asks before a plan is paused, resumed, stopped or cancelled, with what that means for its money. */
export default function ActDialog({ plan, act, onClose }: { plan: Plan; act: PlanAct; onClose: () => void }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const send = usePlanAct(plan.plan_id)
  const values = {
    amount: format.money(plan.put_amount, currency),
    left: format.money(plan.to_be_consumed, currency),
  }
  const confirm = () =>
    send.mutate(act, {
      onSuccess: () => showToast(t(`acts.${act}.done`), 'positive'),
      onSettled: onClose,
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`acts.${act}.question`)}
      actions={
        <>
          <MoneyButton variant={IS_FINAL[act] ? 'danger' : 'primary'} busy={send.isPending} onClick={confirm}>
            {t(`acts.${act}.confirm`, values)}
          </MoneyButton>
          <Button block variant="quiet" onClick={onClose}>
            {t('back')}
          </Button>
        </>
      }
    >
      {t(`acts.${act}.meaning`, values)}
    </Dialog>
  )
}

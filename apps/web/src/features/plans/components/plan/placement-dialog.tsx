import { useMessages } from '@adtally/i18n/use-messages.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { ConnectedButton } from '../../../../components/fields/connected-button.tsx'
import { QuestionDialog } from '../../../../components/question-dialog.tsx'
import { usePlacementAct } from '../../api/plan-acts.ts'
import type { Placement } from '../../api/plans.ts'

interface PlacementDialogProps {
  plan_id: string
  placement: Placement
  onClose: () => void
}

/** Asks before a placement is paused or resumed, with the effect on the plan. */
export default function PlacementDialog({ plan_id, placement: one, onClose }: PlacementDialogProps) {
  const t = useMessages('plan')
  const words = useMessages('planResult')
  const send = usePlacementAct(plan_id, one.placement_id)
  const act = one.paused_at ? 'resume' : 'pause'
  const { placement } = one
  const confirm = () =>
    send.mutate(act === 'pause', {
      onSuccess: () => showToast(words(`placement.${act}Done`), 'positive'),
      onSettled: onClose,
    })
  return (
    <QuestionDialog
      title={words(`placement.${act}Question`, { placement })}
      onClose={onClose}
      stay={t('back')}
      act={
        <ConnectedButton busy={send.isPending} onClick={confirm}>
          {words(`placement.${act}Confirm`)}
        </ConnectedButton>
      }
    >
      {words(`placement.${act}Meaning`)}
    </QuestionDialog>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'

/** How many people an act takes, who decides on it, and what else goes with it. */
export function ActFacts({ call: { kind, approval, proof, touches } }: { call: ShownAct }) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  return (
    <ul className="flex flex-wrap gap-2">
      <li>
        <Chip tone={kind === 'propose' ? 'accent' : 'neutral'}>{t(`kinds.${kind}`)}</Chip>
      </li>
      {approval && (
        <li>
          <Chip>{t('decidedBy', { roles: words.roles(approval.roles) })}</Chip>
        </li>
      )}
      {proof === 'fresh' && (
        <li>
          <Chip tone="hold">{t('freshProof')}</Chip>
        </li>
      )}
      {touches === 'customer' && (
        <li>
          <Chip>{t('seenByCustomer')}</Chip>
        </li>
      )}
    </ul>
  )
}

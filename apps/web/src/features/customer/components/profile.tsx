import { useStore } from '@adtally/client/store.ts'
import {
  CREDIT_SCORE_MAX,
  POINTS_CHARGEBACK,
  POINTS_CLEAN_PLAN,
} from '@adtally/contract/money/credit-score.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Figure } from '@adtally/ui/figure.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { CopyButton } from '../../../components/fields/copy-button.tsx'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import { usePolicyFigures } from '../../../lib/figures/use-policy-figures.ts'
import { isRestricted, session, type UserInfo } from '../../../lib/session/session.ts'
import { EditProfile } from './edit-profile.tsx'
import { Section } from './section.tsx'

/** PRODUCT §12. */
const LEVEL_MAX = 4

/** The level as stars; screen readers get the number. */
function Stars({ level }: { level: number }) {
  const t = useMessages('customer')
  return (
    <span role="img" aria-label={t('stars', { level, max: LEVEL_MAX })} className="text-20 tracking-widest">
      <span className="text-ink">{'★'.repeat(Math.min(level, LEVEL_MAX))}</span>
      <span className="text-edge">{'☆'.repeat(Math.max(0, LEVEL_MAX - level))}</span>
    </span>
  )
}

/** How level or credit score is computed, with the current figures. */
function Explanation({ of }: { of: 'level' | 'score' }) {
  const t = useMessages('customer')
  const figures = usePolicyFigures()
  const points = { max: CREDIT_SCORE_MAX, loss: -POINTS_CHARGEBACK, gain: POINTS_CLEAN_PLAN }
  return (
    <>
      <p className="text-14">
        {of === 'level' ? t('levelMeaning', figures) : t('creditScoreMeaning', points)}
      </p>
      <p className="mt-3 flex items-start gap-2 text-14 text-muted">
        <Icon name="info" color="currentColor" className="mt-0.5" />
        {t('noEffectOnWithdrawal')}
      </p>
    </>
  )
}

/** The customer's operated ID, level, total deposited and credit score. */
export function Profile({ user }: { user: UserInfo }) {
  const t = useMessages('customer')
  const navigate = useNavigate()
  const currency = useStore(basic_config)?.currency ?? ''
  const restricted = isRestricted(useStore(session))
  const [explained, setExplained] = useState<'level' | 'score' | null>(null)
  return (
    <Section title={user.nickname} note={user.username}>
      <div className="divide-y divide-line *:rounded-none">
        <div className="flex min-h-14 items-center justify-between gap-2">
          <p>
            <span className="block text-12 text-muted">{t('operatedId')}</span>
            <span className="text-16 font-medium">{user.operated_id}</span>
          </p>
          <CopyButton text={user.operated_id} label={t('operatedId')} trailing />
        </div>
        <ListRow
          title={t('level')}
          trailing={<Stars level={user.level} />}
          sheet
          onClick={() => setExplained('level')}
        />
        <Figure
          layout="row"
          size={16}
          label={t('totalDeposited')}
          value={user.total_deposited}
          currency={currency}
          explanation={t('totalDepositedMeaning')}
          onSource={() => navigate('/wallet?type=system_deposit')}
        />
        <ListRow
          title={t('creditScore')}
          trailing={
            <span className="text-16 font-medium">
              {user.credit_score}
              <span className="text-12 font-normal text-muted"> / {CREDIT_SCORE_MAX}</span>
            </span>
          }
          sheet
          onClick={() => setExplained('score')}
        />
      </div>
      {!restricted && <EditProfile user={user} />}
      {explained && (
        <Suspense>
          <Sheet
            open
            onClose={() => setExplained(null)}
            title={explained === 'level' ? t('level') : t('creditScore')}
          >
            <Explanation of={explained} />
          </Sheet>
        </Suspense>
      )}
    </Section>
  )
}

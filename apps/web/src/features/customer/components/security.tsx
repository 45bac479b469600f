import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { LinkRow } from '../../../components/link-row.tsx'
import { isRestricted, session, type UserInfo } from '../../../lib/session/session.ts'
import { Section } from './section.tsx'
import { Sessions } from './sessions.tsx'

const LogoutDialog = part<{ onClose: () => void }>(() =>
  import('../../../components/header/logout-dialog.tsx').then((module) => ({ default: module.LogoutDialog })),
)

const LogOutEverywhere = part<{ onClose: () => void }>(() =>
  import('./log-out-everywhere.tsx').then((module) => ({ default: module.LogOutEverywhere })),
)

/** Login password and email, transaction password, second factor, withdrawal account, devices, logging out. */
export function Security({ user }: { user: UserInfo }) {
  const t = useMessages('customer')
  const restricted = isRestricted(useStore(session))
  const [leaving, setLeaving] = useState<'here' | 'everywhere' | null>(null)
  const close = () => setLeaving(null)
  return (
    <Section title={t('security')}>
      {!restricted && (
        <div className="divide-y divide-line *:rounded-none">
          {user.entry === 'register' && (
            <>
              <LinkRow
                to="/customer/password"
                leading={<Icon name="shield" size={20} />}
                title={t('loginPassword')}
              />
              <LinkRow
                to="/customer/email"
                leading={<Icon name="send" size={20} />}
                title={t('email')}
                detail={t('emailState', {
                  email: user.email_masked,
                  confirmed: user.email_confirmed ? 'yes' : 'no',
                })}
              />
            </>
          )}
          <LinkRow
            to={`/wallet/set-password?next=${encodeURIComponent('/customer')}`}
            leading={<Icon name="shield" size={20} />}
            title={t('transactionPassword')}
            detail={user.transaction_password_set ? t('isSet') : t('notSet')}
          />
          <LinkRow
            to="/wallet/set-password?mode=second-factor"
            leading={<Icon name="shield" size={20} />}
            title={t('secondFactor')}
          />
          <LinkRow
            to={`/wallet/bind-card?next=${encodeURIComponent('/customer')}`}
            leading={<Icon name="bank" size={20} />}
            title={t('beneficiary')}
          />
        </div>
      )}
      <LinkRow to="/customer/archive" leading={<Icon name="download" size={20} />} title={t('archive')} />
      {!restricted && <Sessions />}
      {user.entry === 'register' && (
        <div className="my-2 flex flex-wrap gap-2 *:flex-auto">
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setLeaving('here')}>
            {t('logout')}
          </Button>
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setLeaving('everywhere')}>
            {t('logoutAll')}
          </Button>
        </div>
      )}
      <Suspense>
        {leaving === 'here' && <LogoutDialog onClose={close} />}
        {leaving === 'everywhere' && <LogOutEverywhere onClose={close} />}
      </Suspense>
    </Section>
  )
}

import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { LinkRow } from '../../../components/link-row.tsx'
import { session } from '../../../lib/session/session.ts'
import { beneficiaryQuery } from '../api/beneficiary.ts'

/** What withdrawals need and whether it is set, all holds, and the exchange, unless the account is restricted. */
export function WalletLinks({ restricted }: { restricted: boolean }) {
  const t = useMessages('wallet')
  const holds = useMessages('holds')
  const ui = useMessages('ui')
  const passwordIsSet = useStore(session)?.user?.transaction_password_set
  const { data } = useQuery(beneficiaryQuery())
  const bound = data?.beneficiary
  return (
    <Card className="divide-y divide-line py-1 *:rounded-none">
      <LinkRow
        to="/wallet/set-password"
        leading={<Icon name="shield" size={20} />}
        title={t('passwordRow')}
        detail={passwordIsSet ? t('isSet') : t('notSet')}
      />
      <LinkRow
        to="/wallet/bind-card"
        leading={<Icon name="bank" size={20} />}
        title={t('beneficiaryRow')}
        detail={
          data &&
          (bound
            ? [bound.bank_name ?? bound.network, bound.account_number_masked].join(ui('separator'))
            : t('notBound'))
        }
      />
      {passwordIsSet && (
        <LinkRow
          to="/wallet/set-password?mode=second-factor"
          leading={<Icon name="shield" size={20} />}
          title={t('secondFactorRow')}
          detail={t('secondFactorRowDetail')}
        />
      )}
      <LinkRow
        to="/wallet?holds=all"
        leading={<Icon name="hold" size={20} />}
        title={holds('all')}
        detail={holds('allDetail')}
      />
      {!restricted && (
        <LinkRow
          to="/wallet/foreign-exchange"
          leading={<Icon name="exchange" size={20} />}
          title={t('exchangeRow')}
          detail={t('exchangeRowDetail')}
        />
      )}
    </Card>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { LinkRow } from '../../../../components/link-row.tsx'
import { TitledCard } from '../../../../components/titled.tsx'

const BACK = encodeURIComponent('/wallet?withdraw=amount')

interface WithdrawPrerequisitesProps {
  passwordIsSet: boolean
  isBound: boolean
}

/** What a first withdrawal needs; each item links to its page, which leads back. */
export function WithdrawPrerequisites({ passwordIsSet, isBound }: WithdrawPrerequisitesProps) {
  const t = useMessages('wallet')
  const steps = [
    {
      to: `/wallet/set-password?next=${BACK}`,
      done: passwordIsSet,
      title: t('passwordRow'),
      detail: passwordIsSet ? t('isSet') : t('passwordFirst'),
    },
    {
      to: `/wallet/bind-card?next=${BACK}`,
      done: isBound,
      title: t('beneficiaryRow'),
      detail: isBound ? t('isBound') : t('beneficiaryFirst'),
    },
  ]
  return (
    <TitledCard title={t('beforeFirst')} level="h3" look="plain" className="pb-1">
      <ol className="divide-y divide-line">
        {steps.map(({ to, done, title, detail }) => {
          const leading = (
            <Icon
              name={done ? 'check' : 'minus'}
              size={20}
              color={done ? 'var(--color-positive)' : 'var(--color-muted)'}
            />
          )
          return (
            <li key={to}>
              {done ? (
                <ListRow leading={leading} title={title} detail={detail} />
              ) : (
                <LinkRow to={to} leading={leading} title={title} detail={detail} />
              )}
            </li>
          )
        })}
      </ol>
    </TitledCard>
  )
}

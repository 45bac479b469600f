import { useMessages } from '@adtally/i18n/use-messages.ts'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { type Changed, secondFactorQuery } from '../api/second-factor.ts'
import { FactorSettings } from './factor-settings.tsx'
import { FirstCode } from './first-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The second factor for withdrawals (PRODUCT §7): passkeys, an app, recovery codes, asking at login. */
export default function SecondFactor() {
  const t = useMessages('secondFactor')
  const query = useQuery(secondFactorQuery())
  const [codes, setCodes] = useState<readonly string[]>([])
  const [app, setApp] = useState<Changed['app']>()
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
  return (
    <>
      <h2 className="text-20 font-semibold">{t('title')}</h2>
      {app ? (
        <FirstCode
          {...app}
          onCodes={(made) => {
            setApp(undefined)
            setCodes(made)
          }}
        />
      ) : (
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(state) => (
            <FactorSettings
              state={state}
              onChanged={(changed) => {
                setApp(changed.app)
                setCodes(changed.recovery_codes ?? [])
              }}
            />
          )}
        </Loaded>
      )}
    </>
  )
}

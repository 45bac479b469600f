import { useMessages } from '@adtally/i18n/use-messages.ts'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { secondFactorQuery } from '../api/second-factor.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorPresent } from './second-factor-present.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

/** A second factor for withdrawals (PRODUCT §7): what it is, setting it up, recovery codes, removing it. */
export default function SecondFactor() {
  const t = useMessages('secondFactor')
  const query = useQuery(secondFactorQuery())
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
  return (
    <>
      <h2 className="text-20 font-semibold">{t('title')}</h2>
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {(state) =>
          state.since === null ? (
            <SecondFactorSetup onCodes={setCodes} />
          ) : (
            <SecondFactorPresent
              since={state.since}
              at_sign_in_since={state.at_sign_in_since}
              codes_left={state.recovery_codes_left}
            />
          )
        }
      </Loaded>
    </>
  )
}

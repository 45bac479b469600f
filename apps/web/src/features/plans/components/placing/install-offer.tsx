import { useStore } from '@adtally/client/store.ts'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { install_question } from '../../../../lib/device/install.ts'
import { readStored, writeStored } from '../../../../lib/device/storage.ts'
import { session } from '../../../../lib/session/session.ts'
import { isInSafari } from './is-in-safari.ts'

const InstallCard = part(() => import('./install-card.tsx'))

/** The offer to install the app, last on the receipt, if that is possible and was not answered on this device. */
export function InstallOffer({ plan_id }: { plan_id: string }) {
  const question = useStore(install_question)
  const entry = useStore(session)?.user?.entry
  const [answered, setAnswered] = useState(() => readStored('install_offer') !== null)
  const by_hand = question === null && isInSafari(navigator)
  // A host app's customer already has an app.
  if (entry !== 'register' || answered || (question === null && !by_hand)) return null
  const answer = () => {
    writeStored('install_offer', 'answered')
    setAnswered(true)
  }
  return (
    <Suspense>
      <InstallCard plan_id={plan_id} by_hand={by_hand} onAnswer={answer} />
    </Suspense>
  )
}

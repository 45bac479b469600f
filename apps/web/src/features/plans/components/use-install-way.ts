import { useState } from 'react'
import { install_question, isInSafari } from '../../../lib/install.ts'
import { session } from '../../../lib/session.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { useStore } from '../../../lib/store.ts'

/** How the app comes onto this device: by the browser's question, or by hand. */
export type InstallWay = 'question' | 'by hand'

function wayOf(entry: string | undefined, has_question: boolean): InstallWay | null {
  // A host's app is on the device already.
  if (entry !== 'register') return null
  if (has_question) return 'question'
  return isInSafari(navigator) ? 'by hand' : null
}

/** How the app can be installed; null where it can't be, or once it was answered on this device. */
export function useInstallWay(): { way: InstallWay | null; answer: () => void } {
  const question = useStore(install_question)
  const entry = useStore(session)?.user?.entry
  const [answered, setAnswered] = useState(() => readStored('install_offer') !== null)
  const answer = () => {
    writeStored('install_offer', 'answered')
    setAnswered(true)
  }
  return { way: answered ? null : wayOf(entry, question !== null), answer }
}

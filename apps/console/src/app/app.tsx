import { useStore } from '@adtally/client/store.ts'
import { MessagesProvider } from '@adtally/i18n/messages-provider.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { watchSession } from '../features/session/api/session-calls.ts'
import { LockScreen } from '../features/session/components/lock-screen.tsx'
import { ProofScreen } from '../features/session/components/proof-screen.tsx'
import { SignInPage } from '../features/session/components/sign-in-page.tsx'
import { theDesk } from '../lib/desk.ts'
import { holdsWork } from '../lib/drafts.ts'
import { language } from '../lib/language.ts'
import { onPersonLeft, proof_wish, session } from '../lib/session.ts'
import { showLanguage, texts } from '../lib/texts.ts'
import { CrashBoundary } from './crash-boundary.tsx'
import { Frame } from './frame.tsx'

// An address may name what its person had in hand. Their drafts are gone by then: whoever imports them registers first.
onPersonLeft(() => window.location.replace('#/acts'))

/** A desk's page in the language on screen. */
export function App() {
  const shown = useStore(texts)
  const wanted = useStore(language)
  useEffect(() => {
    if (wanted !== texts.get()?.language) void showLanguage(wanted).catch(() => undefined)
  }, [wanted])
  // Before the first paint, because the language chooses the fonts.
  useLayoutEffect(() => {
    if (shown) document.documentElement.lang = shown.language
  }, [shown])
  if (!shown) return null
  return (
    <CSPProvider disableStyleElements>
      <MessagesProvider language={shown.language} messages={shown.messages}>
        <Screen />
      </MessagesProvider>
    </CSPProvider>
  )
}

/** Sign-in, or the person's desk; where they must prove themselves again, that stands over what they were doing. */
function Screen() {
  const now = useStore(session)
  useEffect(() => watchSession(), [])
  useEffect(() => {
    // What was typed is in memory alone; the browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => {
      if (holdsWork()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const wants_proof = useStore(proof_wish) !== null
  if (now.at === 'nobody')
    return (
      <Frame>
        <SignInPage />
      </Frame>
    )
  const is_locked = now.at === 'locked'
  const { Pages } = theDesk()
  return (
    <>
      {(is_locked || wants_proof) && (
        <Frame>{is_locked ? <LockScreen person={now.person} /> : <ProofScreen />}</Frame>
      )}
      {/* Another person's desk is another one, with nothing of what stood in this. */}
      <div key={now.person.person_id} className={is_locked || wants_proof ? 'kept-unseen' : 'contents'}>
        <Frame person={now.person}>
          <CrashBoundary>
            <Suspense fallback={<SkeletonRows />}>
              <Pages person={now.person} />
            </Suspense>
          </CrashBoundary>
        </Frame>
      </div>
    </>
  )
}

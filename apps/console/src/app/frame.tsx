import { useStore } from '@adtally/client/store.ts'
import { CONSOLE_LANGUAGES } from '@adtally/i18n/languages.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { type ReactNode, useSyncExternalStore } from 'react'
import { signOut } from '../features/session/api/session-calls.ts'
import { StillSignedIn } from '../features/session/components/still-signed-in.tsx'
import { type Person, theDesk } from '../lib/desk.ts'
import { chooseLanguage, language } from '../lib/language.ts'
import { application_name, served_by_sandbox } from '../lib/page-settings.ts'
import { OlderPage } from './older-page.tsx'

const NAMES: Record<(typeof CONSOLE_LANGUAGES)[number], string> = { en: 'English', 'zh-Hans': '简体中文' }

function followConnection(onChange: () => void): () => void {
  const types = ['online', 'offline'] as const
  for (const type of types) window.addEventListener(type, onChange)
  return () => {
    for (const type of types) window.removeEventListener(type, onChange)
  }
}

/** What surrounds every page: whose desk it is, the language, and that there is no connection. */
export function Frame({ person, children }: { person?: Person; children: ReactNode }) {
  const t = useMessages('consoleShell')
  const is_online = useSyncExternalStore(followConnection, () => navigator.onLine)
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar person={person} />
      {!is_online && (
        <p role="status" className="bg-hold-soft px-4 py-2 text-center text-14 text-hold">
          {t('offline')}
        </p>
      )}
      <OlderPage />
      {/* A desk that is locked lies unseen in a frame of its own. */}
      {!person && <StillSignedIn />}
      {children}
    </div>
  )
}

/** Whose desk it is, where its pages are, the language, and who is here. */
function TopBar({ person }: { person: Person | undefined }) {
  const t = useMessages('consoleShell')
  const chosen = useStore(language)
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex w-full max-w-[80rem] flex-wrap items-center gap-x-4 px-4 min-[40rem]:px-6">
        <span className="text-16 font-semibold">
          {application_name} {person?.party ?? t('office')}
        </span>
        {served_by_sandbox && (
          <span className="rounded-chip border border-hold px-2 text-12 text-hold">{t('sandbox')}</span>
        )}
        {person && (
          <nav className="flex">
            {theDesk().id === 'office' && (
              <a
                href="#/approvals"
                className="flex min-h-12 items-center px-2 text-14 font-medium text-accent"
              >
                {t('approvals')}
              </a>
            )}
            <a href="#/acts" className="flex min-h-12 items-center px-2 text-14 font-medium text-accent">
              {t('acts')}
            </a>
          </nav>
        )}
        <div className="ml-auto flex items-center gap-2">
          <label className="flex min-h-12 items-center">
            <span className="sr-only">{t('language')}</span>
            <select
              value={chosen}
              onChange={(event) => chooseLanguage(event.target.value)}
              className="min-h-11 rounded-control bg-surface px-1 text-14 text-muted"
            >
              {CONSOLE_LANGUAGES.map((code) => (
                <option key={code} value={code} lang={code}>
                  {NAMES[code]}
                </option>
              ))}
            </select>
          </label>
          {person && (
            <>
              <WhoIsHere name={person.name} />
              <Button variant="quiet" className="px-2 text-14" onClick={() => void signOut()}>
                {t('logOut')}
              </Button>
            </>
          )}
        </div>
      </div>
    </header>
  )
}

/** Who is signed in; at the office the way to what they sign in with. */
function WhoIsHere({ name }: { name: string }) {
  const t = useMessages('consoleShell')
  const text = t('signedInAs', { username: name })
  if (theDesk().id !== 'office') return <span className="max-w-48 text-14 break-all text-muted">{text}</span>
  return (
    <a
      href="#/own-sign-in"
      className="flex min-h-12 max-w-48 items-center text-14 break-all text-muted underline"
    >
      {text}
    </a>
  )
}

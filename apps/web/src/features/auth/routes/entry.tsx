import { ApiError } from '@adtally/client/api-error.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { TallyBusy } from '@adtally/ui/tally.tsx'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useService } from '../../../components/use-service.ts'
import { useWhenConnected } from '../../../lib/device/use-when-connected.ts'
import { nextAddress } from '../../../lib/page.ts'
import { reportError } from '../../../lib/report-error.ts'
import { session, signIn } from '../../../lib/session/session.ts'
import { shell_messages } from '../../../lib/shell-messages.ts'
import { forgetTrade, tradeTicket } from '../api/enter.ts'
import { Brand } from '../components/brand.tsx'

/** Codes handled for the whole app: by leading to the welcome page, or with the account's dialog (SPEC §8). */
const SAID_CENTRALLY: readonly number[] = [401, 402, 403, 404]

/** /entry?ticket=: trades a host app's ticket and goes where it leads; `next` names a page of this app. */
export default function EntryPage() {
  const [search] = useSearchParams()
  const title = useMessages('titles')('entry.title')
  const ticket = search.get('ticket')
  // Signed in and without a ticket there is nothing to do here.
  if (!ticket && session.get()) return <Navigate to="/ad-center" replace />
  return (
    <div className="flex flex-auto flex-col px-5 pt-6 pb-8">
      <h1 className="sr-only">{title}</h1>
      <Brand />
      <div className="flex flex-auto flex-col items-center justify-center">
        {ticket ? <Entering key={ticket} ticket={ticket} /> : <NoTicket />}
      </div>
    </div>
  )
}

type Failure = { kind: 'refused'; message: string } | { kind: 'lost' } | { kind: 'told' }

function Entering({ ticket }: { ticket: string }) {
  const t = useMessages('entry')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [tries, setTries] = useState(1)
  const destination = nextAddress(search) ?? '/ad-center'
  const code = search.get('authorization_code')

  // biome-ignore lint/correctness/useExhaustiveDependencies(tries): every try is a trade of its own
  useEffect(() => {
    let left = false
    tradeTicket(ticket, code).then(
      ({ token, user }) => {
        if (left) return
        signIn(token, user)
        void navigate(destination, { replace: true })
      },
      (error: unknown) => {
        if (!left) setFailure(failureOf(error))
      },
    )
    return () => {
      left = true
    }
  }, [ticket, code, destination, navigate, tries])

  const tryAgain = () => {
    forgetTrade(ticket)
    setFailure(null)
    setTries(tries + 1)
  }
  useWhenConnected(failure?.kind === 'lost', tryAgain)
  if (failure) return <Failed failure={failure} onTryAgain={tryAgain} />
  return (
    <p role="status" className="flex flex-col items-center gap-4 text-center text-16">
      <span className="text-accent">
        <TallyBusy size={40} />
      </span>
      <span>{t('checking')}</span>
      <span className="text-14 text-muted">{t('checkingMeaning')}</span>
    </p>
  )
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'lost' }
  if (!SAID_CENTRALLY.includes(error.code)) return { kind: 'refused', message: error.message }
  reportError(error, shell_messages.get())
  return { kind: 'told' }
}

function Failed({ failure, onTryAgain }: { failure: Failure; onTryAgain: () => void }) {
  const t = useMessages('entry')
  const openService = useService()
  const message = failure.kind === 'refused' ? failure.message : null
  return (
    <EmptyState
      title={t('failed')}
      action={
        <span className="flex flex-col gap-2">
          {failure.kind === 'lost' && <Button onClick={onTryAgain}>{t('tryAgain')}</Button>}
          <Button variant={failure.kind === 'lost' ? 'quiet' : 'primary'} onClick={openService}>
            {t('contactService')}
          </Button>
        </span>
      }
    >
      {message ?? (failure.kind === 'lost' ? t('noConnection') : t('openAgain'))}
    </EmptyState>
  )
}

function NoTicket() {
  const t = useMessages('entry')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('noTicket')}
      action={<Button onClick={() => navigate('/login')}>{t('login')}</Button>}
    >
      {t('noTicketMeaning')}
    </EmptyState>
  )
}

import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useService } from '../../../components/use-service.ts'
import { session } from '../../../lib/session/session.ts'
import { WelcomeForm, type WelcomeResult } from '../components/welcome-form.tsx'

const LINES = ['line1', 'line2', 'line3'] as const

/** /ad-welcome?opening_ticket=: explains the ad account and opens one with an authorization code. */
export default function AdWelcomePage() {
  const t = useMessages('welcome')
  const [search] = useSearchParams()
  const openService = useService()
  const [outcome, setOutcome] = useState<WelcomeResult | null>(null)
  const opening_ticket = search.get('opening_ticket')
  return (
    <div className="flex flex-auto flex-col gap-6 px-4 pb-8">
      <ul className="flex flex-col gap-3 text-16 text-white">
        {LINES.map((line) => (
          <li key={line} className="flex gap-3">
            <Icon name="check" size={20} color="currentColor" className="mt-0.5 flex-none" />
            {t(line)}
          </li>
        ))}
      </ul>
      <Card className="flex flex-col gap-4">
        {outcome ? (
          <Result outcome={outcome} onService={openService} />
        ) : opening_ticket ? (
          <>
            <WelcomeForm opening_ticket={opening_ticket} onOutcome={setOutcome} />
            <Button variant="quiet" onClick={openService}>
              {t('needsCode')}
            </Button>
          </>
        ) : (
          <NoOpeningTicket onService={openService} />
        )}
      </Card>
      <p className="text-14 text-white">{t('risk')}</p>
    </div>
  )
}

function Result({ outcome, onService }: { outcome: WelcomeResult; onService: () => void }) {
  const t = useMessages('welcome')
  const navigate = useNavigate()
  const is_open = outcome.kind === 'open'
  return (
    <div role="status" className="flex flex-col gap-3">
      <h2 className="text-20 font-semibold">{t(`results.${outcome.kind}.title`)}</h2>
      <p className="text-14 text-muted">
        {outcome.kind === 'open' && t('results.open.text', { operated_id: outcome.operated_id })}
        {outcome.kind === 'waiting' && t('results.waiting.text')}
        {outcome.kind === 'over' && outcome.message}
      </p>
      {is_open ? (
        <Button block onClick={() => navigate('/ad-center', { replace: true })}>
          {t('goOn')}
        </Button>
      ) : (
        <Button block onClick={onService}>
          {t('contactService')}
        </Button>
      )}
    </div>
  )
}

/** For the bare address: the account is opened from the host app, or by registering on the web. */
function NoOpeningTicket({ onService }: { onService: () => void }) {
  const t = useMessages('welcome')
  const navigate = useNavigate()
  const signedIn = useStore(session)
  return (
    <>
      <p className="text-16">{signedIn ? t('alreadyOpen') : t('noTicket')}</p>
      <Button block onClick={() => navigate(signedIn ? '/ad-center' : '/register')}>
        {signedIn ? t('goOn') : t('register')}
      </Button>
      <Button variant="quiet" onClick={onService}>
        {t('contactService')}
      </Button>
    </>
  )
}

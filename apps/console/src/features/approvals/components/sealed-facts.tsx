import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { TextArea } from '@adtally/ui/field.tsx'
import { useState } from 'react'
import { useErrorText } from '../../../lib/error-text.ts'
import { PersonLeft } from '../../../lib/session.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { revealOne, type ShownProposal } from '../api/approval-calls.ts'

export type Revealed = Readonly<Record<string, string>> | null

interface SealedFactsProps {
  proposal: ShownProposal
  revealed: Revealed
  onReveal(revealed: Revealed): void
}

/** What is sealed in a proposal: shown once a reason is given, which is kept with who saw it. */
export function SealedFacts({ proposal, revealed, onReveal }: SealedFactsProps) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  if (revealed === null) return <RevealForm proposal={proposal} onReveal={onReveal} />
  return (
    <>
      <dl className="flex flex-col gap-2">
        {Object.entries(revealed).map(([name, value]) => (
          <div key={name}>
            <dt className="text-12 text-muted">{words.field(name)}</dt>
            <dd className="font-mono text-16 break-all">{inFours(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-12 text-muted">{t('revealedNote')}</p>
    </>
  )
}

function RevealForm({ proposal, onReveal }: Omit<SealedFactsProps, 'revealed'>) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const [state, setState] = useState<
    { is: 'open' | 'sending' | 'missing' } | { is: 'fault'; message: string }
  >({
    is: 'open',
  })
  const reveal = async () => {
    setState({ is: 'sending' })
    try {
      onReveal(await revealOne(proposal.proposal_id, reason.trim()))
    } catch (error) {
      if (!(error instanceof PersonLeft)) setState({ is: 'fault', message: errorText(error) })
    }
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (state.is === 'sending') return
        if (reason.trim() === '') setState({ is: 'missing' })
        else void reveal()
      }}
    >
      <p className="text-14">{proposal.sealed.map((name) => words.field(name)).join(', ')}</p>
      {state.is === 'fault' && (
        <Banner tone="negative">
          <p role="alert">{state.message}</p>
        </Banner>
      )}
      <TextArea
        label={t('revealWhy')}
        hint={t('revealHint')}
        error={state.is === 'missing' ? t('reasonMissing') : undefined}
        value={reason}
        maxLength={500}
        rows={2}
        onChange={({ target }) => {
          setReason(target.value)
          setState({ is: 'open' })
        }}
      />
      <Button type="submit" variant="secondary" busy={state.is === 'sending'}>
        {t('reveal')}
      </Button>
    </form>
  )
}

/** As a letter has a number, to be held to one. */
function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ')
}

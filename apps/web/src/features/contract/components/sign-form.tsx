import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Switch } from '@adtally/ui/switch.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import type { Contract } from '../api/contract.ts'
import { useSignContract } from '../api/sign-contract.ts'
import { useSignaturePad } from './use-signature-pad.ts'

interface SignFormProps {
  contract: Contract
  onSigned: (signed: Contract) => void
}

/** The full-width pad, the agreement, and the one button. The drawing stays if signing fails. */
export default function SignForm({ contract, onSigned }: SignFormProps) {
  const t = useMessages('contract')
  const pad = useSignaturePad()
  const [agreed, setAgreed] = useState(false)
  const [is_asked, setIsAsked] = useState(false)
  const signing = useSignContract(contract)
  const missing = pad.is_empty ? t('missingDrawing') : agreed ? null : t('missingAgreement')

  const sign = async () => {
    setIsAsked(true)
    if (missing !== null) return
    const drawing = await pad.drawing()
    if (!drawing) return showToast(t('missingDrawing'), 'negative')
    signing.mutate(drawing, { onSuccess: onSigned })
  }

  return (
    <>
      <div className="text-14">
        <p className="text-muted">{t('signIntro')}</p>
        <TextLink to="/ad-center/contract/preview">{t('readAgain')}</TextLink>
      </div>
      <div className="flex flex-col gap-1">
        <div className="relative overflow-hidden rounded-control border border-edge bg-paper">
          <canvas
            ref={pad.canvas}
            role="img"
            aria-label={pad.is_empty ? t('padEmpty') : t('padDrawn')}
            className="block h-56 w-full touch-none"
          />
          {pad.is_empty && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-x-8 bottom-8 border-t border-on-paper pt-1 text-14 text-on-paper"
            >
              {t('drawHere')}
            </span>
          )}
        </div>
        <Button
          variant="quiet"
          className="-me-4 self-end pe-4 text-14!"
          disabled={pad.is_empty}
          onClick={pad.clear}
        >
          {t('clear')}
        </Button>
      </div>
      <Switch label={t('agree')} checked={agreed} onChange={setAgreed} />
      {is_asked && missing !== null && (
        <p role="alert" className="text-14 text-negative">
          {missing}
        </p>
      )}
      <ConnectedButton busy={signing.isPending} onClick={sign}>
        {t('sign')}
      </ConnectedButton>
      <p className="text-12 text-muted">{t('otherWay')}</p>
    </>
  )
}

import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSeen } from '../../../../components/use-seen.ts'
import { basic_config } from '../../../../lib/basic-config.ts'
import { install_question } from '../../../../lib/device/install.ts'
import { application_name } from '../../../../lib/page-settings.ts'
import { firstPlansQuery } from '../../api/plans.ts'

interface InstallCardProps {
  plan_id: string
  /** Explains the browser's menu; otherwise the browser shows its own prompt. */
  by_hand: boolean
  /** Called once the offer is answered or dismissed. */
  onAnswer: () => void
}

/** Offers to install the app, on the receipt of the customer's first plan. */
export default function InstallCard({ plan_id, ...offer }: InstallCardProps) {
  const { data: plans } = useQuery(firstPlansQuery())
  if (plans?.items.length !== 1 || plans.items[0]?.plan_id !== plan_id) return null
  return <Offer {...offer} />
}

function Offer({ by_hand, onAnswer }: Omit<InstallCardProps, 'plan_id'>) {
  const t = useMessages('plan')
  const brand = useStore(basic_config)?.brand_name ?? application_name
  const card = useRef<HTMLElement>(null)
  const is_seen = useSeen()
  const [asking, setAsking] = useState(false)
  const close = () => {
    card.current?.closest('main')?.focus({ preventScroll: true })
    onAnswer()
  }
  const install = async () => {
    setAsking(true)
    const question = install_question.get()
    // The browser prompts only once, whatever the answer.
    await question?.prompt().then(
      () => question.userChoice,
      () => undefined,
    )
    close()
    install_question.set(null)
  }
  return (
    <Card ref={card} aria-labelledby="install-offer" className="flex flex-col gap-3">
      <h3 id="install-offer" className="text-16 font-semibold">
        {t(by_hand ? 'install.iosTitle' : 'install.title', { brand })}
      </h3>
      <p className="text-14 text-muted">{t(by_hand ? 'install.iosText' : 'install.text', { brand })}</p>
      <div className="flex flex-wrap gap-2">
        {!by_hand && (
          <Button variant="secondary" busy={asking} held={!is_seen} onClick={() => void install()}>
            {t('install.install', { brand })}
          </Button>
        )}
        <Button variant="quiet" held={!is_seen} onClick={close}>
          {t(by_hand ? 'install.close' : 'install.later')}
        </Button>
      </div>
    </Card>
  )
}

import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useNavigate } from 'react-router'

const GOES_ON = {
  plan: { to: '/plan?tab=mine', label: 'mine', title: 'planGone', text: 'planGoneText' },
  product: { to: '/plan', label: 'products', title: 'productGone', text: 'productGoneText' },
} as const

/** Says that the linked plan or product does not exist, and links to the list. */
export function Gone({ what }: { what: keyof typeof GOES_ON }) {
  const t = useMessages('plan')
  const navigate = useNavigate()
  const { to, label, title, text } = GOES_ON[what]
  return (
    <EmptyState title={t(title)} action={<Button onClick={() => navigate(to)}>{t(label)}</Button>}>
      {t(text)}
    </EmptyState>
  )
}

import { PUSH_KINDS, type PushKind } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'

/** The kinds of placements that deliver a product: official, non-official, or both. */
export function PushChips({ push }: { push: readonly PushKind[] }) {
  const t = useMessages('plan')
  return PUSH_KINDS.filter((kind) => push.includes(kind)).map((kind) => (
    <Chip key={kind} {...(kind === 'official' ? { icon: 'shield' } : {})}>
      {t(`push.${kind}`)}
    </Chip>
  ))
}

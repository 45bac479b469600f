import { useStore } from '@adtally/client/store.ts'
import { TallyMark } from '@adtally/ui/tally.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import { application_name } from '../../../lib/page-settings.ts'

/** Mark and name; the name is configurable (PRODUCT §2.8). */
export function Brand() {
  const name = useStore(basic_config)?.brand_name ?? application_name
  return (
    <p className="flex items-center gap-3 text-accent">
      <TallyMark size={40} />
      <span className="text-28 font-medium text-ink">{name}</span>
    </p>
  )
}

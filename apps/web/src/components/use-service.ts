import { showToast } from '@adtally/ui/toast-store.ts'
import { useNavigate } from 'react-router'
import { basic_config } from '../lib/basic-config.ts'
import { serviceTarget } from '../lib/service-target.ts'
import { session } from '../lib/session.ts'
import { shell_messages } from '../lib/shell-messages.ts'

/** Opens customer service: the app's page, the configured address, or the word that there is none (SPEC §2). */
export function useService(): () => void {
  const navigate = useNavigate()
  return () => {
    const target = serviceTarget(basic_config.get(), session.get() !== null, window.location.origin)
    if (target.kind === 'page') navigate('/customer')
    else if (target.kind === 'address') window.open(target.url, '_blank', 'noopener,noreferrer')
    else showToast(shell_messages.get().noService)
  }
}

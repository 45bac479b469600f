import { basicConfig } from '@adtally/contract/identity/identity.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { request } from '../lib/api.ts'
import { type BasicConfig, basic_config, keepBasicConfig } from '../lib/basic-config.ts'
import { language } from '../lib/language.ts'
import { reportError } from '../lib/report-error.ts'
import { serviceTarget } from '../lib/session/service-target.ts'
import { session } from '../lib/session/session.ts'
import { shell_messages } from '../lib/shell-messages.ts'

/**
 * Opens customer service: the app's page, the configured address, or a note (SPEC §2). Loads the config if needed.
 */
export function useService(): () => void {
  const navigate = useNavigate()
  const isAsking = useRef(false)
  const open = (config: BasicConfig) => {
    const target = serviceTarget(config, session.get() !== null, window.location.origin)
    if (target.kind === 'page') navigate('/customer')
    else if (target.kind === 'address') window.open(target.url, '_blank', 'noopener,noreferrer')
    else showToast(shell_messages.get().noService)
  }
  const ask = async () => {
    if (isAsking.current) return
    isAsking.current = true
    try {
      const config = await request(basicConfig, { lang: language.get() })
      keepBasicConfig(config)
      open(config)
    } catch (error) {
      reportError(error, shell_messages.get())
    } finally {
      isAsking.current = false
    }
  }
  return () => {
    const config = basic_config.get()
    if (config) open(config)
    else void ask()
  }
}

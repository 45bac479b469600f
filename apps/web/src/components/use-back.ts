import { useNavigate } from 'react-router'
import { customBackHandler } from '../lib/back-handler.ts'
import { isFirstEntry } from '../lib/layered-history.ts'
import type { PageMeta } from '../lib/page.ts'
import { hostCloser } from '../lib/session/hybrid-host.ts'

/** Whether going back leads anywhere: before the first page there is only a hybrid app to close. */
export function canGoBack(meta: PageMeta): boolean {
  return meta.showBack !== false && (meta.hasPrevPage !== false || hostCloser() !== null)
}

/**
 * What back does (SPEC §2): a custom handler if any; else closes the hybrid app if there is no previous page; else
 * goes to the named route; else one step back, or to the ad centre if this page was opened directly.
 */
export function useBack(meta: PageMeta): () => void {
  const navigate = useNavigate()
  return () => {
    const own = customBackHandler()
    if (own) return own()
    const closeHost = hostCloser()
    if (meta.hasPrevPage === false) return closeHost?.()
    const isFirst = isFirstEntry()
    if (isFirst && closeHost) return closeHost()
    if (meta.backRoute) return void navigate(meta.backRoute)
    void (isFirst ? navigate('/ad-center', { replace: true }) : navigate(-1))
  }
}

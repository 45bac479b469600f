import { useMatches } from 'react-router'
import { isPageHandle, type PageHandle } from './page.ts'

/** The present route's name and flags. */
export function usePageHandle(): PageHandle | null {
  const handle = useMatches().at(-1)?.handle
  return isPageHandle(handle) ? handle : null
}

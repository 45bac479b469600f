import { HashRouter } from 'react-router'
import type { Page } from '../lib/page.ts'
import { CrashBoundary } from './crash-page.tsx'
import { Root } from './root.tsx'

/** The app's router: links are hash links (SPEC §2: `#/customer`). */
export function AppRouter({ routes }: { routes: readonly Page[] }) {
  return (
    <HashRouter>
      <CrashBoundary>
        <Root routes={routes} />
      </CrashBoundary>
    </HashRouter>
  )
}

import { LayerHost } from '@adtally/ui/layer.tsx'
import { useState } from 'react'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router'
import { createLayeredHistory, openLayer } from '../lib/layered-history.ts'
import type { AppPage } from '../lib/page.ts'
import { CrashBoundary } from './crash-page.tsx'
import { Root } from './root.tsx'

/** The app's router with hash links (SPEC §2: `#/customer`). */
export function AppRouter({ routes }: { routes: readonly AppPage[] }) {
  const [history] = useState(createLayeredHistory)
  return (
    <HistoryRouter history={history}>
      <LayerHost value={openLayer}>
        <CrashBoundary>
          <Root routes={routes} />
        </CrashBoundary>
      </LayerHost>
    </HistoryRouter>
  )
}

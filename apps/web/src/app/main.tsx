import './jitless.ts'
import './main.css'
import { loadMessages } from '@adtally/i18n/load-messages.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followAppearance } from '../lib/appearance.ts'
import { blockZoomGestures } from '../lib/block-zoom-gestures.ts'
import { followLanguageOfOtherTabs, language } from '../lib/language.ts'
import { keepLastAnswers } from '../lib/last-answers.ts'
import { query_client } from '../lib/query-client.ts'
import { registerServiceWorker } from '../lib/service-worker.ts'
import { followOtherTabs } from '../lib/session.ts'
import { followWindowWidth } from '../lib/zoom.ts'
import { App } from './app.tsx'
import { loadBasicConfig } from './load-basic-config.ts'
import { createAppRouter } from './router.tsx'
import { routes } from './routes.ts'

async function start(): Promise<void> {
  followAppearance()
  followWindowWidth()
  blockZoomGestures()
  followOtherTabs()
  followLanguageOfOtherTabs()
  keepLastAnswers(query_client)
  void loadBasicConfig()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void loadBasicConfig()
  })

  const first = language.get()
  const messages = await loadMessages(first)
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  createRoot(container).render(
    <StrictMode>
      <App router={createAppRouter(routes)} first={{ language: first, messages }} />
    </StrictMode>,
  )
  if (import.meta.env.PROD) await registerServiceWorker()
}

await start()

import './app/jitless.ts'
import './app/main.css'
import { loadMessages } from '@adtally/i18n/load-messages.ts'
import { onlineManager } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followUser } from './app/follow-user.ts'
import { loadBasicConfig } from './app/load-basic-config.ts'
import { createAppRouter } from './app/router.tsx'
import { routes } from './app/routes.ts'
import { followAppearance } from './lib/appearance.ts'
import { blockZoomGestures } from './lib/block-zoom-gestures.ts'
import { followLanguageOfOtherTabs, language } from './lib/language.ts'
import { keepLastAnswers } from './lib/last-answers.ts'
import { query_client } from './lib/query-client.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import { followOtherTabs } from './lib/session.ts'
import { followWindowWidth } from './lib/zoom.ts'

async function start(): Promise<void> {
  followAppearance()
  followWindowWidth()
  blockZoomGestures()
  followOtherTabs()
  followLanguageOfOtherTabs()
  keepLastAnswers(query_client)
  // The library believes in a connection until an event says otherwise: a start without one has no event.
  onlineManager.setOnline(navigator.onLine)
  void loadBasicConfig()
  followUser()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void loadBasicConfig()
  })

  const first = language.get()
  // Made before the messages are there, so that the first page's chunk loads beside them.
  const router = createAppRouter(routes)
  const messages = await loadMessages(first)
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  createRoot(container).render(
    <StrictMode>
      <App router={router} first={{ language: first, messages }} />
    </StrictMode>,
  )
  if (import.meta.env.PROD) await registerServiceWorker()
}

await start()

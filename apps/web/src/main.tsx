import './app/jitless.ts'
import './app/main.css'
import { keepMessages, loadMessages } from '@adtally/i18n/load-messages.ts'
import { holdParts } from '@adtally/ui/part.tsx'
import { onlineManager } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followUser } from './app/follow-user.ts'
import { loadBasicConfig } from './app/load-basic-config.ts'
import { loadFirstPage } from './app/load-first-page.ts'
import { routes } from './app/routes.ts'
import { followAppearance } from './lib/device/appearance.ts'
import { blockZoomGestures } from './lib/device/block-zoom-gestures.ts'
import { followInstallQuestion } from './lib/device/install.ts'
import { keepFiles, registerServiceWorker } from './lib/device/service-worker.ts'
import { idle, whenAnswered, whenIdle } from './lib/device/when-idle.ts'
import { followWindowSize } from './lib/device/zoom.ts'
import { followLanguageOfOtherTabs, language } from './lib/language.ts'
import { query_client } from './lib/query-client.ts'
import { keepLastAnswers } from './lib/session/last-answers.ts'
import { followOtherTabs } from './lib/session/session.ts'
import { needTexts } from './lib/texts.ts'

/** What a first visit is made for. */
const MAIN_TASKS = /^\/(ad-center|wallet|plan(\/[a-z-]+)?)$/

/** Keeps the shell, this page and what the main tasks need: the connection may be gone before there was time for all. */
async function prepareOffline(): Promise<void> {
  // Whoever lost the connection meanwhile gets the shell at the next visit.
  await registerServiceWorker()
  const first = routes.filter(({ path }) => MAIN_TASKS.test(path))
  // One at a time: together they are a task that a touch would wait for.
  for (const name of new Set(first.flatMap(({ meta }) => meta.messages ?? []))) {
    await idle()
    await loadMessages(language.get(), [name])
  }
  await idle()
  await keepFiles('first')
}

/** Keeps everything: all pages, and all texts of the language. */
async function completeOffline(): Promise<void> {
  await keepMessages(language.get()).catch(() => undefined)
  await keepFiles('all')
}

async function start(): Promise<void> {
  // What the first drawing waits for is asked for before anything else.
  const texts_on_their_way = needTexts([])
  const page_on_its_way = loadFirstPage(routes)

  // The browser may put it while the page is being drawn.
  followInstallQuestion()
  followAppearance()
  followWindowSize()
  blockZoomGestures()
  followOtherTabs()
  followLanguageOfOtherTabs()
  keepLastAnswers(query_client)
  // The library believes in a connection until an event says otherwise: a start without one has no event.
  onlineManager.setOnline(navigator.onLine)
  window.addEventListener('offline', () => void loadBasicConfig())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void loadBasicConfig()
  })

  await texts_on_their_way
  await page_on_its_way
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  const root = createRoot(container)
  const releaseParts = holdParts()
  const onDrawn = () => {
    releaseParts()
    // Only what is in the browser's own cache already has to be there for the worker to be in charge.
    if (import.meta.env.PROD) whenAnswered(query_client, () => void prepareOffline().catch(() => undefined))
  }
  // In slices of a few milliseconds, between which a touch is answered.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App routes={routes} onDrawn={onDrawn} />
      </StrictMode>,
    ),
  )
  // A task of their own: together with the first drawing they would block the page for longer than a touch forgives.
  setTimeout(() => {
    void loadBasicConfig()
    followUser()
  })
  // The rest is more than the first page: not while that may need the connection.
  if (import.meta.env.PROD) whenIdle(() => void completeOffline().catch(() => undefined))
}

await start()

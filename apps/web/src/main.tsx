import '@adtally/client/jitless.ts'
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

/** The pages whose tasks a first visit is likely for. */
const MAIN_TASKS = /^\/(ad-center|wallet|plan(\/[a-z-]+)?)$/

/** Caches the shell, this page and the main tasks, in case the connection goes before everything is cached. */
async function prepareOffline(): Promise<void> {
  // If the connection is lost meanwhile, the next visit caches the shell.
  await registerServiceWorker()
  const first = routes.filter(({ path }) => MAIN_TASKS.test(path))
  // One at a time: together they would block touches.
  for (const name of new Set(first.flatMap(({ meta }) => meta.messages ?? []))) {
    await idle()
    await loadMessages(language.get(), [name])
  }
  await idle()
  await keepFiles('first')
}

/** Caches all pages, and all texts of the language. */
async function completeOffline(): Promise<void> {
  await keepMessages(language.get()).catch(() => undefined)
  await keepFiles('all')
}

async function start(): Promise<void> {
  // Requested first, because the first render waits for it.
  const texts_on_their_way = needTexts([])
  const page_on_its_way = loadFirstPage(routes)

  // The browser may prompt while the page renders.
  followInstallQuestion()
  followAppearance()
  followWindowSize()
  blockZoomGestures()
  followOtherTabs()
  followLanguageOfOtherTabs()
  keepLastAnswers(query_client)
  // The library assumes a connection until an event; a start offline fires none.
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
    // Caches only what is in the browser's own cache, so that the worker can take charge early.
    if (import.meta.env.PROD) whenAnswered(query_client, () => void prepareOffline().catch(() => undefined))
  }
  // A transition renders in slices, so that touches are answered in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App routes={routes} onDrawn={onDrawn} />
      </StrictMode>,
    ),
  )
  // In their own task: together with the first render they would block the page noticeably.
  setTimeout(() => {
    void loadBasicConfig()
    followUser()
  })
  // Everything else, later: the first page may still need the connection.
  if (import.meta.env.PROD) whenIdle(() => void completeOffline().catch(() => undefined))
}

await start()

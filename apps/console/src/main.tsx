import '@adtally/client/jitless.ts'
import './app/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { askWhoIsHere } from './features/session/api/session-calls.ts'
import { language } from './lib/language.ts'
import { showLanguage } from './lib/texts.ts'

async function start(): Promise<void> {
  await Promise.all([showLanguage(language.get()), askWhoIsHere()])
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

await start()

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { askWhoIsHere } from '../features/session/api/session-calls.ts'
import { type Desk, openDesk } from '../lib/desk.ts'
import { language } from '../lib/language.ts'
import { showLanguage } from '../lib/texts.ts'
import { App } from './app.tsx'

/** Shows a desk's page, once its texts and who is signed in are known. */
export async function start(desk: Desk): Promise<void> {
  openDesk(desk)
  await Promise.all([showLanguage(language.get()), askWhoIsHere()])
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

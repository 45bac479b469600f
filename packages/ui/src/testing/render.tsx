import '../../../../apps/web/src/app/main.css'
import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { loadMessages } from '@adtally/i18n/load-messages.ts'
import type { Namespace } from '@adtally/i18n/messages.ts'
import { MessagesProvider } from '@adtally/i18n/messages-provider.tsx'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/** Renders `element` with these texts in `language` until the test ends; returns its container. */
export async function render(
  element: ReactNode,
  language: CompleteLanguage = 'en',
  namespaces: readonly Namespace[] = [],
): Promise<HTMLElement> {
  const messages = await loadMessages(language, namespaces)
  const container = document.createElement('div')
  document.body.append(container)
  const root: Root = createRoot(container)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  flushSync(() =>
    root.render(
      <MessagesProvider language={language} messages={messages}>
        {element}
      </MessagesProvider>,
    ),
  )
  return container
}

import { useStore } from '@adtally/client/store.ts'
import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { MessagesProvider } from '@adtally/i18n/messages-provider.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useWhenConnected } from '../lib/device/use-when-connected.ts'
import { language } from '../lib/language.ts'
import { shell_messages } from '../lib/shell-messages.ts'
import { showLanguage, texts } from '../lib/texts.ts'

/** Shows the wanted language once it has loaded; on failure keeps the present one and says so. */
async function follow(wanted: CompleteLanguage): Promise<void> {
  try {
    await showLanguage(wanted, () => language.get() === wanted)
  } catch {
    const { offlineLanguage, networkError } = shell_messages.get()
    // Before the first language has loaded there are no words to say it in.
    if (texts.get()) showToast(onlineManager.isOnline() ? networkError : offlineLanguage, 'negative')
  }
}

/** Renders its children in the current language, and follows the wanted one once that has fully loaded. */
export function MessagesGate({ children }: { children: ReactNode }) {
  const wanted = useStore(language)
  const shown = useStore(texts)

  useEffect(() => {
    if (wanted !== texts.get()?.language) void follow(wanted)
  }, [wanted])
  useWhenConnected(shown !== null && wanted !== shown.language, () => void follow(wanted))

  // Before the first paint, because the language chooses the fonts.
  useLayoutEffect(() => {
    if (!shown) return
    document.documentElement.lang = shown.language
    shell_messages.set(shown.messages.shell)
  }, [shown])

  if (!shown) return null
  return (
    <MessagesProvider language={shown.language} messages={shown.messages}>
      {children}
    </MessagesProvider>
  )
}

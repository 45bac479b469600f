import { MessagesProvider } from '@adtally/i18n/messages-provider.tsx'
import { type ReactNode, useEffect } from 'react'
import { language } from '../lib/language.ts'
import { shell_messages } from '../lib/shell-messages.ts'
import { useStore } from '../lib/store.ts'
import { showLanguage, texts } from '../lib/texts.ts'

/** Everything below it in the language on screen, which follows the wanted one once that has arrived whole. */
export function MessagesGate({ children }: { children: ReactNode }) {
  const wanted = useStore(language)
  const shown = useStore(texts)

  useEffect(() => {
    if (wanted === texts.get()?.language) return
    // Offline without that language: the present one stays.
    showLanguage(wanted, () => language.get() === wanted).catch(() => undefined)
  }, [wanted])

  useEffect(() => {
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

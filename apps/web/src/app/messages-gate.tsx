import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { loadMessages } from '@adtally/i18n/load-messages.ts'
import type { AppMessages } from '@adtally/i18n/messages.ts'
import { MessagesProvider } from '@adtally/i18n/messages-provider.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { language } from '../lib/language.ts'
import { shell_messages } from '../lib/shell-messages.ts'
import { useStore } from '../lib/store.ts'

interface Loaded {
  language: CompleteLanguage
  messages: AppMessages
}

interface MessagesGateProps {
  /** The first language's messages, loaded before the first rendering. */
  first: Loaded
  children: ReactNode
}

/** Loads a language before switching to it, so that the screen never shows keys or two languages at once. */
export function MessagesGate({ first, children }: MessagesGateProps) {
  const wanted = useStore(language)
  const [shown, setShown] = useState(first)

  useEffect(() => {
    // Setting the same language again would draw the whole page twice at every start.
    if (wanted === shown.language) return
    let cancelled = false
    loadMessages(wanted).then(
      (messages) => !cancelled && setShown({ language: wanted, messages }),
      // Offline without that language: the present one stays.
      () => undefined,
    )
    return () => {
      cancelled = true
    }
  }, [wanted, shown.language])

  useEffect(() => {
    document.documentElement.lang = shown.language
    shell_messages.set(shown.messages.shell)
  }, [shown])

  return (
    <MessagesProvider language={shown.language} messages={shown.messages}>
      {children}
    </MessagesProvider>
  )
}

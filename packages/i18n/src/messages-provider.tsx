import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl/react'
import type { LoadedConsoleMessages } from './console-messages.ts'
import { FORMATS } from './formats.ts'
import type { CompleteLanguage } from './languages.ts'
import type { LoadedMessages } from './messages.ts'

interface MessagesProviderProps {
  language: CompleteLanguage
  messages: LoadedMessages | LoadedConsoleMessages
  children: ReactNode
}

/** Provides the language and its messages to its children. */
export function MessagesProvider({ language, messages, children }: MessagesProviderProps) {
  return (
    <IntlProvider locale={language} messages={messages} formats={FORMATS}>
      {children}
    </IntlProvider>
  )
}

/** Made by `messagesPlugin`: a chunk a language and, behind it, one a namespace. */
declare module 'virtual:adtally-languages' {
  import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
  import type { AppMessages } from '@adtally/i18n/messages.ts'
  import type { FirstNamespace } from '@adtally/i18n/namespaces.ts'

  type Rest = Omit<AppMessages, FirstNamespace>
  interface Language {
    first: Pick<AppMessages, FirstNamespace>
    rest: { [Name in keyof Rest]: () => Promise<{ default: Rest[Name] }> }
  }
  const languages: Record<CompleteLanguage, () => Promise<Language>>
  export default languages
}

import type { AppMessages } from './messages.ts'
import type { CONSOLE_BORROWS } from './namespaces.ts'

/** The console's messages, one namespace per file; keys are typed from `en`. */
export interface ConsoleMessages {
  consoleActs: typeof import('./catalogues/en/console/console-acts.json', { with: { type: 'json' }})
  consoleApprovals: typeof import('./catalogues/en/console/console-approvals.json', { with: { type: 'json' }})
  consoleSession: typeof import('./catalogues/en/console/console-session.json', { with: { type: 'json' }})
  consoleShell: typeof import('./catalogues/en/console/console-shell.json', { with: { type: 'json' }})
}

/** All that the console says. */
export type LoadedConsoleMessages = Pick<AppMessages, (typeof CONSOLE_BORROWS)[number]> & ConsoleMessages

/** Words for what statements of acts say in English, in another language; what is left out stays English. */
export interface StatementWords {
  acts?: Readonly<Record<string, string>>
  areas?: Readonly<Record<string, string>>
  choices?: Readonly<Record<string, string>>
  fields?: Readonly<Record<string, string>>
  kinds?: Readonly<Record<string, string>>
  notes?: Readonly<Record<string, string>>
  roles?: Readonly<Record<string, string>>
  titles?: Readonly<Record<string, string>>
}

/** A desk's texts in a language, and what loads the words for its statements, which are read at work alone. */
export interface LoadedTexts {
  messages: LoadedConsoleMessages
  loadStatements(): Promise<StatementWords>
}

import { useStore } from '@adtally/client/store.ts'
import type { StatementWords } from '@adtally/i18n/console-messages.ts'
import type { ShownAct } from './shown-act.ts'
import { spoken } from './spoken.ts'
import { texts } from './texts.ts'

/** A name of the contract among words. */
const NAME_FIRST = /^[a-z][a-z0-9]*(_[a-z0-9]+)+\b/
const NAME = /\b[a-z][a-z0-9]*(_[a-z0-9]+)+\b/g

/** What statements say, in the language on screen where there are words for it, else in English. */
export interface Words {
  /** What an act does, by its summary in English. */
  act(name: string, summary: string): string
  area(name: string): string
  choice(value: string): string
  field(name: string): string
  kind(name: string, says: string): string
  /** An act's note as sentences, in which fields and choices are called as the form calls them. */
  note(name: string, note: string): string
  roles(names: readonly string[]): string
  /** What an act is called: its heading and its button. */
  title(call: Pick<ShownAct, 'name' | 'title'>): string
}

/** `StatementWords` of the language on screen. */
export function useStatementWords(): Words {
  const shown = useStore(texts)
  const language = shown?.language ?? 'en'
  const words: StatementWords = shown?.statements ?? {}
  const listed = new Intl.ListFormat(language, { type: 'disjunction' })
  return {
    act: (name, summary) => words.acts?.[name] ?? summary,
    area: (name) => words.areas?.[name] ?? spoken(name),
    choice: (value) => words.choices?.[value] ?? spoken(value),
    field: (name) => words.fields?.[name] ?? spoken(name),
    kind: (name, says) => words.kinds?.[name] ?? says,
    note: (act, note) =>
      words.notes?.[act] ??
      sentences(note).replace(
        NAME,
        (name) => `“${words.fields?.[name] ?? words.choices?.[name] ?? spoken(name)}”`,
      ),
    roles: (names) => listed.format(names.map((name) => words.roles?.[name] ?? spoken(name).toLowerCase())),
    title: ({ name, title }) => words.titles?.[name] ?? title ?? spoken(name),
  }
}

/** A note's clauses, each as a sentence of its own. */
function sentences(note: string): string {
  return note
    .split('; ')
    .map((clause) => (NAME_FIRST.test(clause) ? clause : clause.charAt(0).toUpperCase() + clause.slice(1)))
    .map((clause) => (/[.!?…]$/.test(clause) ? clause : `${clause}.`))
    .join(' ')
}

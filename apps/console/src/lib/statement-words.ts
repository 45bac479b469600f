import { useStore } from '@adtally/client/store.ts'
import type { StatementWords } from '@adtally/i18n/console-messages.ts'
import type { ShownAct } from './shown-act.ts'
import { spoken } from './spoken.ts'
import { texts } from './texts.ts'

/** What may be an act's name among words. */
const ACT = /\b[a-z]+(-[a-z]+)+\b/g
/** A field's or a choice's name of the contract among words. */
const NAME = /\b[a-z][a-z0-9]*(_[a-z0-9]+)+\b/g

/** What statements say, in the language on screen where there are words for it, else in English. */
export interface Words {
  /** What an act does, by its summary in English. */
  act(name: string, summary: string): string
  area(name: string): string
  choice(value: string): string
  field(name: string): string
  kind(name: string, says: string): string
  /** An act's note as sentences, in which fields, choices and `acts` are called as pages call them. */
  note(call: Pick<ShownAct, 'name' | 'note' | 'request'>, acts: readonly ShownAct[]): string
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
    note: ({ name, note = '', request }, acts) =>
      words.notes?.[name] ?? sentences(note, { request, acts, words }),
    roles: (names) => listed.format(names.map((name) => words.roles?.[name] ?? spoken(name).toLowerCase())),
    title: ({ name, title }) => words.titles?.[name] ?? title ?? spoken(name),
  }
}

interface Named {
  request: ShownAct['request']
  acts: readonly ShownAct[]
  words: StatementWords
}

/** A note's clauses, each as a sentence of its own, in which fields, choices and acts are called as pages call them. */
function sentences(note: string, { request, acts, words }: Named): string {
  const quoted = (name: string) => `“${words.fields?.[name] ?? words.choices?.[name] ?? spoken(name)}”`
  const actQuoted = (name: string) => {
    const act = acts.find((each) => each.name === name)
    return act ? `“${words.titles?.[name] ?? act.title ?? spoken(name)}”` : name
  }
  const sentence = (clause: string) => {
    const [first = ''] = clause.split(' ')
    const named = first in request.shape ? quoted(first) + clause.slice(first.length) : clause
    const said = named.replace(ACT, actQuoted).replace(NAME, quoted)
    return /[.!?…]$/.test(said) ? capital(said) : `${capital(said)}.`
  }
  return note.split('; ').map(sentence).join(' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import { LANGUAGES, type TextKindName } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import { readOnNotice } from '../read-on-notice.ts'
import type { BaseServices } from '../services.ts'
import type { FigureSource } from './fill-figures.ts'
import { OWN_FIGURES } from './own-figures.ts'
import { ownKinds } from './own-kinds.ts'
import type { TextKind } from './text-kinds.ts'
import { type NewestTextRow, newestTexts } from './text-versions.repository.ts'
import {
  type ContentFiles,
  type ContentTexts,
  type Newer,
  questionText,
  readFiles,
  sectionText,
  withNewer,
  wordText,
} from './texts.ts'

/** Figure sources of modules that load after this one. */
export interface OthersFigures {
  follows: FigureSource
  coupons: FigureSource
  standing: FigureSource
  acceptors: FigureSource
}

/** What the store needs, including what modules that load after this one provide. */
export interface TextNeeds extends Pick<BaseServices, 'database' | 'log'> {
  figure_sources: OthersFigures
  /** The contract's template, whose versions staff publish like content's own texts. */
  contract_kind: TextKind
}

/** The questions, rules and words shown now, in this process's memory; a database notice triggers a reload. */
export class TextStore implements ContentTexts {
  /** Every kind of text that staff publish versions of. */
  readonly kinds: ReadonlyMap<TextKindName, TextKind>
  /** Everything texts may name besides the policy's figures. */
  readonly figure_sources: readonly FigureSource[]
  readonly #needs: Pick<TextNeeds, 'database' | 'log'>
  readonly #files: ContentFiles
  #shown: ContentTexts

  private constructor(needs: TextNeeds, files: ContentFiles) {
    this.#needs = needs
    this.#files = files
    this.#shown = withNewer(files, { questions: new Map(), sections: new Map(), words: new Map() })
    this.kinds = new Map([...ownKinds(files), needs.contract_kind].map((kind) => [kind.kind, kind]))
    this.figure_sources = [...OWN_FIGURES, ...Object.values(needs.figure_sources)]
  }

  /** Reads the files and the versions, and reloads on notice. */
  static async open(needs: TextNeeds): Promise<TextStore> {
    const store = new TextStore(needs, readFiles())
    await readOnNotice(
      needs,
      'texts_changed',
      () => store.reload(),
      (error) =>
        needs.log.error(
          { err: error },
          'could not read the texts again; this process goes on with those it has',
        ),
    )
    return store
  }

  /** Reads all newest versions again. */
  async reload(): Promise<void> {
    const rows = await this.#needs.database.transaction({ kind: 'system' }, newestTexts)
    this.#shown = withNewer(this.#files, {
      questions: newer(rows, 'question', questionText),
      sections: newer(rows, 'rule', sectionText),
      words: newer(rows, 'word', wordText),
    })
  }

  get questions(): ContentTexts['questions'] {
    return this.#shown.questions
  }

  get rules(): ContentTexts['rules'] {
    return this.#shown.rules
  }

  get words(): ContentTexts['words'] {
    return this.#shown.words
  }
}

/** Opens the store, which then follows what is published. */
export async function openTexts(needs: TextNeeds): Promise<TextStore> {
  return await TextStore.open(needs)
}

function newer<Text>(
  rows: readonly NewestTextRow[],
  kind: TextKindName,
  text: z.ZodMiniType<Text>,
): Map<string, Newer<Text>> {
  const of_kind = rows.filter((row) => row.kind === kind)
  return new Map(
    of_kind.map(({ name, version, published_at, texts }) => [
      name,
      { version, since: published_at, texts: textsOf(texts, text) },
    ]),
  )
}

function textsOf<Text>(texts: NewestTextRow['texts'], text: z.ZodMiniType<Text>): Newer<Text>['texts'] {
  return z.parse(z.partialRecord(z.enum(LANGUAGES), text), texts)
}

import { LANGUAGES, type TextKindName } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import { readOnNotice } from '../read-on-notice.ts'
import type { Services } from '../services.ts'
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

declare module '../services.ts' {
  interface Services {
    content: TextStore
  }
}

/** What is shown of questions, rules and words, in this process's memory; a notice of the database says when there is more. */
export class TextStore implements ContentTexts {
  /** Every kind of text of which staff publish versions. */
  readonly kinds: Map<TextKindName, TextKind>
  /** What texts may name beside the policy's figures. */
  readonly figure_sources: FigureSource[] = [...OWN_FIGURES]
  readonly #services: Services
  readonly #files: ContentFiles
  #shown: ContentTexts

  private constructor(services: Services, files: ContentFiles) {
    this.#services = services
    this.#files = files
    this.#shown = withNewer(files, { questions: new Map(), sections: new Map(), words: new Map() })
    this.kinds = new Map(ownKinds(files).map((kind) => [kind.kind, kind]))
  }

  /** Reads the files and the versions, and follows. */
  static async open(services: Services): Promise<TextStore> {
    const store = new TextStore(services, readFiles())
    await readOnNotice(
      services,
      'texts_changed',
      () => store.reload(),
      (error) => services.log.error({ err: error }, 'texts could not be read again'),
    )
    return store
  }

  /** Reads every newest version again. */
  async reload(): Promise<void> {
    const rows = await this.#services.database.transaction({ kind: 'system' }, newestTexts)
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

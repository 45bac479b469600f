import { isTest, type Rule } from '../../tree.ts'

const SOURCE = /^(?:apps|packages)\/.*\.tsx?$/
const THROWN = /new (?:[A-Z]\w*)?(?:Error|Failed|Lost|Gone|Away)\(\s*(['`])((?:(?!\1).)+)\1/g
/** Verbs of English error sentences: an auxiliary, or one of those that errors use. */
const VERB =
  /\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|can’t|could|must|may|should|needs?|lacks?|holds?|says?|names?|answers?|leaves?|comes?|came|asks?|takes?|took|gave|knows?|follows?|makes?|uses?|goes|ends?|began|begins?|set|sets|runs?|listens?|sends?|reaches|would|found|try|tries|stops?|[a-z]+ed)\b/i

/** Every error thrown says in a sentence what happened, so its text has a verb. */
export const errorsSayWhatHappened: Rule = (tree) =>
  [...tree.values()]
    .filter(({ path }) => SOURCE.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(THROWN)].flatMap(([, , said = '']) =>
        VERB.test(said) ? [] : [{ path, message: `throws “${said}”, which does not say what happened` }],
      ),
    )

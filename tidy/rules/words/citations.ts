import type { Rule, Tree, Violation } from '../../tree.ts'

/** The papers that code cites, by the name it uses. */
const PAPERS = ['SPEC', 'PRODUCT', 'HOUSE', 'DESIGN', 'VOICE', 'PERFORMANCE', 'SECURITY'] as const
type Paper = (typeof PAPERS)[number]
/** Those with numbered sections; the others are cited by headings and words. */
const NUMBERED = ['SPEC', 'PRODUCT'] as const

/** Citations of sections elsewhere: an RFC, a recommendation, a standard. */
const FOREIGN = /\b(?:RFC \d+|WebAuthn|NIST SP [\w-]+|PNG, Third Edition|OpenRTB 2\.6|Native Ads 1\.2)/
const CITING = new RegExp(
  `\\b(?<paper>${NUMBERED.join('|')})\\b(?!_)|(?<foreign>${FOREIGN.source})|§ ?(?<section>\\d+(?:\\.\\d+)*)`,
  'g',
)
const QUOTING = new RegExp(`\\b(${PAPERS.join('|')})[,:] ["“]([^"”\\n]+)["”]`, 'g')
const ISSUE = /\bissue \d+\b/i
const CITES = /\.(?:ts|tsx|sql|css)$/
/** This rule's own examples cite sections that don't exist. */
const OWN = /^tidy\/rules\/words\/citations/

/**
 * Every section and phrase that a file cites is in the paper of that name in `docs/product`; issue numbers don't
 * count, because readers of the code don't have the issues.
 */
export const citationsAreThere: Rule = (tree) =>
  [...tree.values()]
    .filter(({ path }) => CITES.test(path) && !OWN.test(path))
    .flatMap(({ path, text }) =>
      [...sectionsNotThere(tree, text), ...phrasesNotThere(tree, text), ...issuesIn(text)].map(
        (message): Violation => ({ path, message }),
      ),
    )

/** A bare § belongs to the paper last named before it, or to PRODUCT if there is none. */
function sectionsNotThere(tree: Tree, text: string): string[] {
  const missing = new Set<string>()
  let cited: Paper | null = 'PRODUCT'
  for (const { groups = {} } of text.matchAll(CITING)) {
    const { paper, foreign, section } = groups
    if (paper) cited = NUMBERED.find((name) => name === paper) ?? cited
    else if (foreign) cited = null
    else if (section && cited && !sectionsOf(tree, cited).has(section))
      missing.add(`cites ${cited} §${section}, which ${pathOf(cited)} does not have`)
  }
  return [...missing]
}

function phrasesNotThere(tree: Tree, text: string): string[] {
  return [...text.matchAll(QUOTING)].flatMap(([, name = '', phrase = '']) => {
    const paper = PAPERS.find((known) => known === name)
    if (!paper || plain(textOf(tree, paper)).includes(plain(phrase))) return []
    return [`cites ${name}, “${phrase}”, which does not stand in ${pathOf(paper)}`]
  })
}

function issuesIn(text: string): string[] {
  const [found] = ISSUE.exec(text) ?? []
  return found ? [`cites “${found}”, which nobody can read here: cite docs/product`] : []
}

function sectionsOf(tree: Tree, paper: Paper): Set<string> {
  return new Set(
    [...textOf(tree, paper).matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map(([, section = '']) => section),
  )
}

function textOf(tree: Tree, paper: Paper): string {
  return tree.get(pathOf(paper))?.text ?? ''
}

function pathOf(paper: Paper): string {
  return `docs/product/${paper.toLowerCase()}.md`
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ')
}

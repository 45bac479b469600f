import { quoted } from '../../architecture.ts'
import { isTest, type Rule, type Tree, type Violation } from '../../tree.ts'

const PAGE = 'docs/glossary.md'
const SOURCE = /^(?:apps|packages)\/.*\.tsx?$/

/** A word of “One meaning each” is declared only in its own files; a word of “Field’s terms” is in no name. */
export const wordsHaveOneMeaning: Rule = (tree) => {
  const page = tree.get(PAGE)?.text
  if (page === undefined) return [{ path: PAGE, message: 'is not there' }]
  const sources = [...tree.values()].filter(({ path }) => SOURCE.test(path) && !isTest(path))
  return [
    ...rowsOf(page, 'One meaning each').flatMap(([word, files]) => otherMeanings(tree, sources, word, files)),
    ...rowsOf(page, 'Field’s terms').flatMap(([terms, instead]) => oursStill(sources, terms, instead)),
  ]
}

type Source = { path: string; text: string }

function otherMeanings(
  tree: Tree,
  sources: readonly Source[],
  [word]: string[],
  files: string[],
): Violation[] {
  if (word === undefined) return []
  const declared = new RegExp(
    `^(?:export )?(?:declare )?(?:async )?(?:interface|type|class|function|const|enum) ${word}\\b|^ {2}(?:async |static |get )*#?${word}\\([^)]*\\)[^;=]*\\{$`,
    'm',
  )
  const others = sources
    .filter(({ path, text }) => !files.includes(path) && declared.test(text))
    .map(
      ({ path }): Violation => ({ path, message: `declares ${word}, which means something else: ${PAGE}` }),
    )
  const missing = files
    .filter((path) => !declared.test(tree.get(path)?.text ?? ''))
    .map(
      (path): Violation => ({ path: PAGE, message: `says that ${path} declares ${word}, which it does not` }),
    )
  return [...others, ...missing]
}

function oursStill(sources: readonly Source[], ours: string[], terms: string[]): Violation[] {
  return ours.flatMap((word) => {
    const name = new RegExp(`\\b${word}`)
    return sources
      .filter(({ text }) => name.test(text))
      .map(
        ({ path }): Violation => ({ path, message: `says ${word} where the field says ${terms.join(', ')}` }),
      )
  })
}

/** The quoted words in the first and last cell of each row below a heading. */
function rowsOf(page: string, heading: string): [string[], string[]][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const cells = line.split('|').slice(1, -1)
      return [quoted(cells[0] ?? ''), quoted(cells.at(-1) ?? '')]
    })
}

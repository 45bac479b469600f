import * as z from 'zod/mini'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    isDynamicEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)
type Manifest = z.infer<typeof manifestSchema>

/** A size and its maximum (HOUSE, "Budgets of the customer app"). */
export interface Budget {
  what: string
  bytes: number
  target_bytes: number
  limit_bytes: number
}

const KB = 1000
/** In KB, gzipped. */
const FIRST_JS = { target: 135, limit: 150 }
const FIRST_CSS = { target: 8, limit: 12 }
const ROUTE = { target: 15, limit: 25 }
const WALLET_ROUTE = { target: 15, limit: 40 }
const LANGUAGE = { target: 8, limit: 12 }
/** The prefix of language modules: a first chunk, or with a namespace one that pages load; each is measured. */
const LANGUAGE_MODULE = 'virtual:adtally-language/'
/** The screens whose first load has a budget. */
const FIRST_SCREENS = ['login', 'ad-center'] as const

/**
 * Every budget of a build, from vite's manifest; `gzippedBytes` gives a file's size. Throws if the manifest lacks the
 * entry, languages, or the budgets' screens, since an empty budget would always pass.
 */
export function budgetsOf(manifest_json: string, gzippedBytes: (file: string) => number): Budget[] {
  const manifest = manifestSchema.parse(JSON.parse(manifest_json))
  const entry = only(Object.keys(manifest).filter((name) => manifest[name]?.isEntry))
  const shell = closure(manifest, entry)
  const routes = Object.keys(manifest).filter((name) =>
    /\/features\/.*\/routes\/|\/features\/[^/]+\/[^/]*page\.tsx$/.test(name),
  )
  const languages = Object.keys(manifest).filter((name) => name.startsWith(LANGUAGE_MODULE))
  if (languages.length === 0) throw new Error('the build has no language')
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzippedBytes(file), 0)
  const budget = (
    what: string,
    files: Iterable<string>,
    { target, limit }: { target: number; limit: number },
  ): Budget => ({
    what,
    bytes: sum(files),
    target_bytes: target * KB,
    limit_bytes: limit * KB,
  })
  const firstScreen = (screen: string) => only(routes.filter((name) => name.endsWith(`/${screen}.tsx`)))
  const css = FIRST_SCREENS.map((screen) =>
    budget(`first CSS, ${screen}`, cssOf(manifest, [entry, firstScreen(screen)]), FIRST_CSS),
  )
  if (css.some(({ bytes }) => bytes === 0)) throw new Error('the build has no style sheet for a first screen')
  return [
    ...FIRST_SCREENS.map((screen) => {
      const files = new Set([...closure(manifest, firstScreen(screen)), ...shell])
      return budget(`first JS, ${screen}`, files, FIRST_JS)
    }),
    ...css,
    ...routes.map((name) => {
      const limits = name.includes('/wallet/') ? WALLET_ROUTE : ROUTE
      return budget(
        `route ${shortName(name)}`,
        [...closure(manifest, name)].filter((file) => !shell.has(file)),
        limits,
      )
    }),
    ...languages.map((name) =>
      budget(`language ${name.slice(LANGUAGE_MODULE.length)}`, [manifest[name]?.file ?? ''], LANGUAGE),
    ),
  ]
}

/** What a desk's page loads before sign-in can be used, and before a list or a form is drawn. */
const DESK_SIGN_IN = { target: 100, limit: 120 }
const DESK_PAGE = { target: 180, limit: 200 }
const DESK_LANGUAGE = /virtual:adtally-(?:console|partner)-language\/[\w-]+$/
/** After a language: its words for what statements say, which a list or a form has and signing in does not. */
const DESK_WORDS = '/statements'
/** The two pages, and what is loaded before either. */
const DESK = /(?:^|\/)src\/app\/(?:partner-)?desk\.tsx$/
const DESK_PAGES = ['acts', 'act'] as const

/** Every budget of a build of the office's or the partners' page, as `budgetsOf`; a page is counted in each language that there is. */
export function deskBudgetsOf(manifest_json: string, gzippedBytes: (file: string) => number): Budget[] {
  const manifest = manifestSchema.parse(JSON.parse(manifest_json))
  const entry = only(Object.keys(manifest).filter((name) => manifest[name]?.isEntry))
  const languages = Object.keys(manifest).filter((name) => DESK_LANGUAGE.test(name))
  if (languages.length === 0) throw new Error('the build has no language')
  const desk = only(Object.keys(manifest).filter((name) => DESK.test(name)))
  const budget = (what: string, starts: readonly string[], { target, limit }: typeof DESK_PAGE): Budget => {
    const files = new Set(starts.flatMap((start) => [...closure(manifest, start)]))
    const bytes = [...files].reduce((total, file) => total + gzippedBytes(file), 0)
    return { what, bytes, target_bytes: target * KB, limit_bytes: limit * KB }
  }
  return languages.flatMap((language) => {
    const code = language.replace(/^.*\//, '')
    const pages = DESK_PAGES.map((page) => {
      const chunk = only(Object.keys(manifest).filter((name) => name.endsWith(`/acts/routes/${page}.tsx`)))
      const words = language + DESK_WORDS
      const starts = [entry, language, ...(words in manifest ? [words] : []), desk, chunk]
      return budget(`JS until ${page}, ${code}`, starts, DESK_PAGE)
    })
    return [budget(`first JS, sign-in, ${code}`, [entry, language], DESK_SIGN_IN), ...pages]
  })
}

/** The files that load with a chunk. */
function closure(manifest: Manifest, start: string): Set<string> {
  return new Set([...namesBehind(manifest, start)].map((name) => manifest[name]?.file ?? name))
}

function namesBehind(manifest: Manifest, start: string): Set<string> {
  const names = new Set<string>()
  const visit = (name: string): void => {
    if (names.has(name)) return
    names.add(name)
    for (const next of manifest[name]?.imports ?? []) visit(next)
  }
  visit(start)
  return names
}

/** The style sheets of these chunks and of those that load with them. */
function cssOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const all = names.flatMap((name) => [...namesBehind(manifest, name)])
  return new Set(all.flatMap((name) => manifest[name]?.css ?? []))
}

function only(names: readonly string[]): string {
  const [name, ...more] = names
  if (name === undefined || more.length > 0)
    throw new Error(`the build has ${names.length} entries where there must be one`)
  return name
}

function shortName(name: string): string {
  return name.replace(/^.*\/features\//, '').replace(/\.tsx$/, '')
}

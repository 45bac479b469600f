import { expect, test } from 'vitest'
import { budgetsOf, deskBudgetsOf } from './bundle.ts'

const route = (name: string, imports: string[] = []) => ({
  file: `${name}.js`,
  isDynamicEntry: true,
  imports,
})
const manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_vendor.js'] },
  // The style sheet belongs to a chunk that the entry imports.
  '_vendor.js': { file: 'vendor.js', css: ['index.css'] },
  '_chart.js': { file: 'chart.js', imports: ['_vendor.js'] },
  'src/features/auth/routes/login.tsx': route('login', ['_vendor.js']),
  'src/features/ad-center/routes/ad-center.tsx': route('ad-center', ['_vendor.js', '_chart.js']),
  'virtual:adtally-language/en': { file: 'en.js', isDynamicEntry: true, imports: ['_vendor.js'] },
  'virtual:adtally-language/en/wallet': { file: 'en-wallet.js', isDynamicEntry: true },
}
const sizes = new Map([
  ['index.js', 8000],
  ['vendor.js', 120_000],
  ['chart.js', 4000],
  ['login.js', 2000],
  ['ad-center.js', 9000],
  ['en.js', 5000],
  ['en-wallet.js', 3000],
  ['index.css', 6000],
])
const measured = (text: string) =>
  Object.fromEntries(
    budgetsOf(text, (file) => sizes.get(file) ?? Number.NaN).map(({ what, bytes }) => [what, bytes]),
  )

test('a first load is the shell and its route, each file once; a route is what it adds', () => {
  expect(measured(JSON.stringify(manifest))).toEqual({
    'first JS, login': 130_000,
    'first JS, ad-center': 141_000,
    'first CSS, login': 6000,
    'first CSS, ad-center': 6000,
    'route auth/routes/login': 2000,
    'route ad-center/routes/ad-center': 13_000,
    'language en': 5000,
    'language en/wallet': 3000,
  })
})

test.each(['index.html', 'src/features/auth/routes/login.tsx', 'virtual:adtally-language'])(
  'a build without %s has no budgets to keep',
  (name) => {
    const rest = Object.fromEntries(Object.entries(manifest).filter(([other]) => !other.startsWith(name)))
    expect(() => measured(JSON.stringify(rest))).toThrow(/build has/)
  },
)

test('of the console, sign-in and each page count what is loaded before them, in each language', () => {
  const console_manifest = {
    'index.html': { file: 'index.js', isEntry: true, imports: ['_vendor.js'] },
    '_vendor.js': { file: 'vendor.js' },
    '_router.js': { file: 'router.js', imports: ['_vendor.js'] },
    'src/app/desk.tsx': route('desk', ['_router.js']),
    'src/features/acts/routes/acts.tsx': route('acts', ['_vendor.js']),
    'src/features/acts/routes/act.tsx': route('act', ['_router.js']),
    'virtual:adtally-console-language/en': { file: 'en.js', isDynamicEntry: true },
    'virtual:adtally-console-language/en/statements': { file: 'words.js', isDynamicEntry: true },
  }
  const bytes = new Map([
    ['index.js', 1000],
    ['vendor.js', 110_000],
    ['router.js', 40_000],
    ['desk.js', 2000],
    ['acts.js', 3000],
    ['act.js', 50_000],
    ['en.js', 5000],
    ['words.js', 7000],
  ])
  const sizeOf = (file: string) => bytes.get(file) ?? 0
  const measuredConsole = deskBudgetsOf(JSON.stringify(console_manifest), sizeOf)
  expect(
    measuredConsole.map((budget) => [budget.what, budget.bytes, budget.bytes > budget.limit_bytes]),
  ).toEqual([
    ['first JS, sign-in, en', 116_000, false],
    ['JS until acts, en', 168_000, false],
    ['JS until act, en', 215_000, true],
  ])
  expect(() => deskBudgetsOf('{}', sizeOf)).toThrow('entries')
})

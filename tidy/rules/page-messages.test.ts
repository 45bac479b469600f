import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { pagesNameTheirMessages } from './page-messages.ts'

const faultsWith = (meta: string, brings = '') =>
  pagesNameTheirMessages(
    plantTree({
      'packages/i18n/src/namespaces.ts': "export const FIRST_NAMESPACES = ['shell'] as const",
      'apps/web/src/app/routes.ts': `page('/wallet', () => import('../features/wallet/routes/wallet.tsx'), { ${meta} })`,
      'apps/web/src/features/wallet/routes/wallet.tsx': `import { a } from '../a.tsx'\n${brings}\nconst Pin = lazy(() => import('../../../components/pin.tsx'))\nuseMessages('wallet.steps')`,
      'apps/web/src/features/wallet/a.tsx': "import type { b } from './b.tsx'\nuseMessages('shell')",
      'apps/web/src/features/wallet/b.tsx': "useMessages('plan')",
      'apps/web/src/components/pin.tsx': "useMessages('pin')",
    }),
  ).map(({ message }) => message)

test('a page names what it and its dialogs read, beyond what every screen has', () => {
  expect(faultsWith("title: 'x', messages: ['wallet', 'pin']")).toEqual([])
})
test('what is brought beside a part’s code its page need not name; another name it must', () => {
  expect(faultsWith("messages: ['wallet']", "needTexts(['pin'])")).toEqual([])
  expect(faultsWith("messages: ['wallet']", "needTexts(['plan'])")).toHaveLength(1)
})
test('control: a missing and a superfluous name are found', () => {
  expect(faultsWith("messages: ['wallet', 'plan', 'shell']")).toEqual([
    '/wallet reads and does not name the messages «pin»',
    '/wallet names and need not name the messages «plan»',
    '/wallet names and need not name the messages «shell»',
  ])
  expect(faultsWith("title: 'x'")).toHaveLength(2)
})

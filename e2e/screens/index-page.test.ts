import { expect, it } from 'vitest'
import { indexPage } from './index-page.ts'
import type { Picture } from './pictures.ts'

const picture = (path: string, language: string): Picture => ({
  screen: { path, name: path.slice(1), address: path, viewer: 'first' },
  language,
  appearance: 'dark',
  size: '390x844',
  file: `${language}${path}-dark-390x844.jpg`,
})

it('shows every picture under its route, and what could not be taken as text', () => {
  const page = indexPage(
    [picture('/wallet', 'en'), picture('/plan', 'en'), picture('/wallet', 'de')],
    ['/plan, de: <main> did not come'],
  )
  expect(page).toContain('3 pictures, 1 failed')
  expect(page).toContain('<li>/plan, de: &lt;main> did not come</li>')
  expect(page.match(/<section /g)).toHaveLength(2)
  const wallet = /<section id="wallet">.*<\/section>/.exec(page)?.[0]
  expect(wallet).toContain('src="en/wallet-dark-390x844.jpg"')
  expect(wallet).toContain('src="de/wallet-dark-390x844.jpg"')
  expect(wallet).not.toContain('src="en/plan')
})

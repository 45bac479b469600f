import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { smallTargets } from '../../../../packages/ui/src/testing/accessibility.ts'
import { openAsOwner } from '../testing/open-page.ts'

const bar = browser.getByRole('navigation', { name: 'Main pages' })

it('the four main pages share a bar that says where one is and leads on [proof 397]', async () => {
  await openAsOwner('/wallet')
  await expect.element(bar).toBeVisible()
  await expect.element(bar.getByRole('link', { name: 'Wallet' })).toHaveAttribute('aria-current', 'page')
  for (const [name, to] of [
    ['Plans', '/plan'],
    ['Service', '/customer'],
    ['Ad centre', '/ad-center'],
    ['Wallet', '/wallet'],
  ] as const) {
    await bar.getByRole('link', { name }).click()
    await expect.poll(() => window.location.hash).toBe(`#${to}`)
    await expect.element(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    expect(bar.element().querySelectorAll('[aria-current]')).toHaveLength(1)
  }
  expect(smallTargets(document.body)).toEqual([])
})

it('it stays at the bottom of the window, and what has the focus is scrolled to above it', async () => {
  await openAsOwner('/wallet')
  await expect.element(bar).toBeVisible()
  const { bottom, height } = bar.element().getBoundingClientRect()
  expect(Math.round(bottom)).toBe(window.innerHeight)
  expect(document.documentElement.style.scrollPaddingBottom).toBe(`${Math.round(height)}px`)
})

it.each(['/notification', '/wallet/bind-card', '/wallet?withdraw=amount', '/login'])(
  '%s has none',
  async (at) => {
    await openAsOwner(at)
    await expect.element(browser.getByRole('main')).toBeVisible()
    await expect.element(bar).not.toBeInTheDocument()
  },
)

import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Tabs } from './tabs.tsx'
import { render } from './testing/render.tsx'

const tabs = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Week' },
  { value: 'all', label: 'All' },
] as const

function Example() {
  const [value, setValue] = useState<(typeof tabs)[number]['value']>('today')
  return (
    <Tabs label="Period" tabs={tabs} value={value} onChange={setValue}>
      {`panel of ${value}`}
    </Tabs>
  )
}
const selected = () => document.querySelector('[aria-selected="true"]')?.textContent

it('tabs are chosen by tap, and their panel is named after them', async () => {
  await render(<Example />)
  await page.getByRole('tab', { name: 'Week' }).click()
  await expect.element(page.getByRole('tabpanel', { name: 'Week' })).toHaveTextContent('panel of week')
})
it('arrow keys go round, Home and End to the ends; Tab leaves the list', async () => {
  await render(<Example />)
  await userEvent.keyboard('{Tab}{ArrowRight}')
  expect(selected()).toBe('Week')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(selected()).toBe('Today')
  await userEvent.keyboard('{ArrowLeft}')
  expect(selected()).toBe('All')
  await userEvent.keyboard('{Home}')
  expect([selected(), document.activeElement?.textContent]).toEqual(['Today', 'Today'])
  await userEvent.keyboard('{End}{Tab}')
  expect(document.activeElement?.getAttribute('role')).not.toBe('tab')
})

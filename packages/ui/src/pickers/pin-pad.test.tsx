import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { PinPad } from './pin-pad.tsx'

function Example({ disabled = false }) {
  const [value, setValue] = useState('')
  return (
    <>
      <PinPad label="Transaction password" value={value} onChange={setValue} disabled={disabled} />
      <output data-testid="value">{value}</output>
    </>
  )
}
const value = () => page.getByTestId('value').element().textContent

describe('the six-digit keypad', () => {
  it('takes taps and no seventh digit', async () => {
    await render(<Example />)
    for (const digit of ['1', '2', '3', '4', '5', '6', '7'])
      await page.getByRole('button', { name: digit }).click()
    expect(value()).toBe('123456')
  })
  it('erases the last digit', async () => {
    await render(<Example />)
    await page.getByRole('button', { name: '9' }).click()
    await page.getByRole('button', { name: 'Erase' }).click()
    expect(value()).toBe('')
  })
  it('takes a hardware keyboard, digits only', async () => {
    await render(<Example />)
    await userEvent.keyboard('12a.3{Backspace}4')
    expect(value()).toBe('124')
  })
  it('tells screen readers how many digits there are, never which', async () => {
    await render(<Example />)
    await userEvent.keyboard('73')
    const dots = page.getByRole('img', { name: 'Transaction password: 2 of 6 digits entered' })
    await expect.element(dots).toBeInTheDocument()
    expect(dots.element().getAttribute('aria-label')).not.toMatch(/7|3/)
  })
  it('takes nothing while disabled', async () => {
    await render(<Example disabled />)
    await userEvent.keyboard('1')
    expect(value()).toBe('')
  })
})

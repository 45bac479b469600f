import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Picker } from './picker.tsx'
import { isMobile, optionScale } from './picker-device.ts'

const options = Array.from({ length: 20 }, (_, index) => ({ value: String(index), label: `Option ${index}` }))

function Example({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('3')
  const change = (next: string) => {
    setValue(next)
    onChange(next)
  }
  return <Picker label="Country" options={options} value={value} onChange={change} />
}

async function draw() {
  const onChange = vi.fn()
  await render(<Example onChange={onChange} />)
  return { onChange, list: page.getByRole('listbox', { name: 'Country' }) }
}
const chosen = () => document.querySelector('[aria-selected="true"]')?.textContent

describe('the picker', () => {
  it('shows six options of 44 px, the chosen one in the middle', async () => {
    const { list } = await draw()
    const box = list.element().getBoundingClientRect()
    expect(box.height).toBe(6 * 44)
    const option = document.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
    expect(Math.abs((option?.top ?? 0) + 22 - (box.top + box.height / 2))).toBeLessThan(1)
  })
  it('follows the arrow keys and stops at its ends', async () => {
    const { list, onChange } = await draw()
    await list.element().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(chosen()).toBe('Option 4')
    await userEvent.keyboard('{Home}{ArrowUp}')
    expect(chosen()).toBe('Option 0')
    await userEvent.keyboard('{End}{ArrowDown}')
    expect(onChange).toHaveBeenLastCalledWith('19')
  })
  it('follows the mouse wheel without moving the page', async () => {
    const { list } = await draw()
    const wheel = new WheelEvent('wheel', { deltaY: 100, cancelable: true, bubbles: true })
    list.element().dispatchEvent(wheel)
    await expect.poll(chosen).toBe('Option 4')
    expect(wheel.defaultPrevented).toBe(true)
  })
  it('follows a drag, one option for each height', async () => {
    const { list, onChange } = await draw()
    const element = list.element()
    const at = (type: string, clientY: number) =>
      element.dispatchEvent(
        new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', clientY, bubbles: true }),
      )
    element.setPointerCapture = vi.fn()
    at('pointerdown', 200)
    at('pointermove', 200 - 2 * 44)
    await expect.poll(chosen).toBe('Option 5')
    at('pointerup', 112)
    at('pointermove', 500)
    expect(onChange).toHaveBeenLastCalledWith('5')
  })
  it('takes a tap on an option', async () => {
    const { onChange } = await draw()
    await page.getByRole('option', { name: 'Option 4' }).click()
    expect(onChange).toHaveBeenCalledExactlyOnceWith('4')
  })
})

describe('what counts as mobile', () => {
  const view = (innerWidth: number, maxTouchPoints: number, userAgent = 'X11; Linux') =>
    isMobile({ innerWidth, navigator: { maxTouchPoints, userAgent } })
  it.each([
    [768, 1, undefined, true],
    [769, 1, undefined, false],
    [768, 0, undefined, false],
    [1280, 0, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true],
    [1280, 0, 'Mozilla/5.0 (Linux; Android 15) Mobile', true],
  ])('width %i, %i touch points, agent %s: %s', (width, touches, agent, expected) => {
    expect(view(width, touches, agent)).toBe(expected)
  })
  it('rescales options above 750 px only, and not on a phone on its side', () => {
    const scales = (innerHeight: number) =>
      [320, 750, 751, 1500].map((innerWidth) => Math.round(optionScale({ innerWidth, innerHeight })))
    expect(scales(500)).toEqual([1, 1, 2, 4])
    expect(scales(499)).toEqual([1, 1, 1, 1])
  })
})

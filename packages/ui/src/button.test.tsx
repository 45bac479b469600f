import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './button.tsx'
import { render } from './testing/render.tsx'

describe('a button', () => {
  it('acts once on a double tap', async () => {
    const act = vi.fn()
    await render(<Button onClick={act}>Place plan</Button>)
    await page.getByRole('button').dblClick()
    expect(act).toHaveBeenCalledTimes(1)
  })
  it('submits its form once on a double tap', async () => {
    const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    await render(
      <form onSubmit={submit}>
        <Button type="submit">Log in</Button>
      </form>,
    )
    await page.getByRole('button').dblClick()
    expect(submit).toHaveBeenCalledTimes(1)
  })
  it('submits its form once on Enter pressed twice in a field', async () => {
    const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    await render(
      <form onSubmit={submit}>
        <input />
        <Button type="submit">Log in</Button>
      </form>,
    )
    await page.getByRole('textbox').click()
    await userEvent.keyboard('{Enter}{Enter}')
    expect(submit).toHaveBeenCalledTimes(1)
  })
  it('acts once on a double tap whose act taps something itself', async () => {
    const act = vi.fn(() => document.querySelector('input')?.click())
    await render(
      <>
        <input type="checkbox" />
        <Button onClick={act}>Add images</Button>
      </>,
    )
    await page.getByRole('button').dblClick()
    expect(act).toHaveBeenCalledTimes(1)
  })
  it('acts again, however soon, once something was typed or tapped elsewhere', async () => {
    const act = vi.fn()
    await render(
      <>
        <input />
        <button type="button">7</button>
        <Button onClick={act}>Continue</Button>
      </>,
    )
    // In one go in the page, so that a slow machine can't turn a double tap into two taps.
    const element = (name: string) => {
      const found = page.getByRole('button', { name }).element()
      if (!(found instanceof HTMLElement)) throw new Error(name)
      return found
    }
    const tap = () => element('Continue').click()
    tap()
    tap()
    expect(act).toHaveBeenCalledTimes(1)
    page
      .getByRole('textbox')
      .element()
      .dispatchEvent(new InputEvent('input', { bubbles: true }))
    tap()
    expect(act).toHaveBeenCalledTimes(2)
    element('7').click()
    tap()
    expect(act).toHaveBeenCalledTimes(3)
    tap()
    expect(act).toHaveBeenCalledTimes(3)
  })
  it.each([{ busy: true }, { disabled: true }])(
    'with %o does nothing, by tap or key, and keeps its focus',
    async (state) => {
      const act = vi.fn()
      await render(
        <Button {...state} onClick={act}>
          Place plan
        </Button>,
      )
      const button = page.getByRole('button').element()
      if (!(button instanceof HTMLElement)) throw new Error('no button')
      button.focus()
      button.click()
      await userEvent.keyboard('{Enter}')
      expect(act).not.toHaveBeenCalled()
      expect(document.activeElement).toBe(button)
    },
  )
  it.each(['primary', 'secondary', 'quiet', 'danger'] as const)(
    'that is %s looks disabled under the pointer, too',
    async (variant) => {
      await render(
        <Button disabled variant={variant}>
          Place plan
        </Button>,
      )
      const button = page.getByRole('button')
      const look = async () => {
        await Promise.all(
          button
            .element()
            .getAnimations()
            .map(({ finished }) => finished),
        )
        const { opacity, backgroundColor } = getComputedStyle(button.element())
        return { opacity, backgroundColor }
      }
      const before = await look()
      expect(before.opacity).toBe('0.45')
      await button.hover()
      expect(button.element().matches(':hover')).toBe(true)
      expect(await look()).toEqual(before)
    },
  )
})

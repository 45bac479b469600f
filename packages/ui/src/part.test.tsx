import { type ComponentType, Suspense, useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { knowConnection } from './connection.ts'
import { holdParts, part, partAtOnce } from './part.tsx'
import { render } from './testing/render.tsx'

function Chart() {
  return <p>drawn over time</p>
}

/** A place that a button opens and leaves. */
function Place({ Page }: { Page: ComponentType }) {
  const [is_open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!is_open)}>
        go
      </button>
      <Suspense fallback="loading">{is_open && <Page />}</Suspense>
    </>
  )
}

it('a part waits for the first picture, and what that is made of does not', async () => {
  let loads = 0
  const Later = part(() => {
    loads += 1
    return Promise.resolve({ default: Chart })
  })
  const Figures = partAtOnce(() => Promise.resolve({ default: () => <p>figures,</p> }))
  const release = holdParts()
  const container = await render(
    <Suspense fallback="nothing">
      <Figures />
      <Suspense fallback="room for it">
        <Later />
      </Suspense>
    </Suspense>,
  )
  await expect.poll(() => container.textContent).toBe('figures,room for it')
  expect(loads).toBe(0)
  release()
  await expect.poll(() => container.textContent).toBe('figures,drawn over time')
  expect(loads).toBe(1)
})

it('a part that failed offline is retried when it is opened online [proof 694]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let is_connected = false
  onTestFinished(knowConnection({ isConnected: () => is_connected, subscribe: () => () => undefined }))
  const lost = Promise.withResolvers<never>()
  const loads: (() => Promise<{ default: typeof Chart }>)[] = [
    () => lost.promise,
    async () => ({ default: Chart }),
  ]
  const Page = partAtOnce(() => (loads.shift() ?? (() => lost.promise))())
  const container = await render(<Place Page={Page} />)
  const go = () => container.querySelector('button')?.click()
  await expect.poll(() => container.textContent).toBe('goloading')
  // Left before it failed, so nobody was told.
  go()
  await expect.poll(() => container.textContent).toBe('go')
  lost.reject(new TypeError('Failed to fetch dynamically imported module'))
  go()
  await expect.poll(() => container.textContent).toMatch(/offline/)
  go()
  await expect.poll(() => container.textContent).toBe('go')
  is_connected = true
  go()
  await expect.poll(() => container.textContent).toMatch(/drawn over time|Request failed/)
  expect(container.textContent).toBe('godrawn over time')
  vi.restoreAllMocks()
})

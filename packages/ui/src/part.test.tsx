import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { holdParts, part, partAtOnce } from './part.tsx'
import { render } from './testing/render.tsx'

function Chart() {
  return <p>drawn over time</p>
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

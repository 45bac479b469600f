import { render } from '@adtally/ui/testing/render.tsx'
import { describe, expect, it } from 'vitest'
import { QuartilePlot } from './quartile-plot.tsx'

const LINE_WIDTH = 320

async function draw(quartile_1: number, median: number, quartile_3: number) {
  const formatPercent = (percent: string) => `${percent}%`
  const place = await render(<QuartilePlot {...{ quartile_1, median, quartile_3, formatPercent }} />)
  const [ends] = place.querySelectorAll('p')
  return {
    ends: [...(ends?.children ?? [])].map((end) => end.textContent),
    share: Number(place.querySelector('rect')?.getAttribute('width')) / LINE_WIDTH,
  }
}

describe('the line of results', () => {
  it('is as long as they need, so that what lies near nothing is told apart [proof 546]', async () => {
    const { ends, share } = await draw(-5.4, -2.4, 0.7)
    expect(ends).toEqual(['-10%', '10%'])
    expect(share).toBeCloseTo(6.1 / 20)
  })
  it.each([
    [-38, 21, ['-50%', '50%']],
    [-60, 21, ['-100%', '100%']],
    [-100, 5, ['-100%', '100%']],
    [-20, 140, ['-100%', '200%']],
  ])('from %d to %d goes as far to either side, but never below everything', async (low, high, ends) => {
    expect((await draw(low, 0, high)).ends).toEqual(ends)
  })
})

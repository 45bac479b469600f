import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Amount } from './amount.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { LiveChart } from './charts/live-chart.tsx'
import { Chip, FilterChip } from './chip.tsx'
import { TextArea, TextField } from './field.tsx'
import { Figure } from './figure.tsx'
import { ListRow } from './list-row.tsx'
import { PasswordField } from './password-field.tsx'
import { PinPad } from './pickers/pin-pad.tsx'
import { Slider } from './pickers/slider.tsx'
import { EmptyState, FailedState, SkeletonRows } from './states.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'
import { TallyProgress } from './tally.tsx'
import { accessibilityFaults, smallTargets } from './testing/accessibility.ts'
import { render } from './testing/render.tsx'
import { Timeline } from './timeline.tsx'

const points = [0, 1, 2, 3].map((hour) => ({
  at: `2026-03-01T0${hour}:00:00Z`,
  values: [BigInt(hour) * 1_500_000n, BigInt(hour * hour) * 900_000n],
}))

function Controls() {
  return (
    <>
      <TextField label="Name" hint="As on your card" error="Cannot be empty" />
      <PasswordField label="Password" />
      <TextArea label="Content" />
      <Switch label="Daily summary" checked onChange={() => undefined} />
      <Slider label="Amount" value={3} min={0} max={10} onChange={() => undefined} formatValue={String} />
    </>
  )
}

function Gallery() {
  const [tab, setTab] = useState<'a' | 'b'>('a')
  const money = (value: bigint) => `${value}`
  return (
    <main className="flex flex-col gap-4 bg-canvas p-4">
      <h1>Primitives</h1>
      <Banner tone="hold">On hold</Banner>
      <Banner tone="negative">Refused</Banner>
      <Card>
        <Figure label="Available" value="250.00" currency="USD" explanation="Yours" />
        <Figure label="To be settled" value="12.5" currency="USD" certainty="estimated" />
        <Figure label="Startup" value="20.00" currency="USD" certainty="promotional" />
        <Figure label="Held" value="5.00" currency="USD" certainty="held" until="2026-03-01T00:00:00Z" />
        <Amount value="-3.20" currency="USD" toned sign="always" />
      </Card>
      <Controls />
      <Tabs
        label="Period"
        tabs={[
          { value: 'a', label: 'Today' },
          { value: 'b', label: 'Week' },
        ]}
        value={tab}
        onChange={setTab}
      >
        <ListRow title="Plan 12" detail="Running" trailing="4" onClick={() => undefined} />
      </Tabs>
      <div>
        <FilterChip selected>All</FilterChip>
        <FilterChip selected={false}>Running</FilterChip>
        <Chip tone="positive" icon="status-6">
          Settled
        </Chip>
        <Chip tone="negative">Failed</Chip>
        <Chip tone="hold">Hold</Chip>
        <Chip tone="accent">Running</Chip>
      </div>
      <TallyProgress percent={47} label="Budget used" />
      <Timeline
        label="History"
        steps={[
          { key: '1', title: 'Placed', state: 'done' },
          { key: '2', title: 'Running', state: 'current' },
          { key: '3', title: 'Settled', state: 'ahead' },
        ]}
      />
      <LiveChart
        label="Spend and revenue"
        points={points}
        series={[
          { key: 'spend', label: 'Spend', color: 'var(--color-accent)' },
          { key: 'revenue', label: 'Revenue', color: 'var(--color-positive)', estimated: true },
        ]}
        formatValue={money}
        formatAt={(at) => at.slice(11, 16)}
      />
      <EmptyState title="No plans yet" action={<Button>See products</Button>} />
      <FailedState onReload={() => undefined} />
      <SkeletonRows rows={1} />
      <PinPad label="Transaction password" value="12" onChange={() => undefined} error="Wrong" />
      <div>
        <Button>Primary</Button>
        <Button variant="secondary">Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button busy>Busy</Button>
      </div>
    </main>
  )
}

describe.each(['light', 'dark'])('every primitive in %s', (appearance) => {
  it('has no accessibility fault and no target under 44 px', async () => {
    document.documentElement.dataset.appearance = appearance
    const container = await render(<Gallery />)
    expect(await accessibilityFaults()).toEqual([])
    expect(smallTargets(container)).toEqual([])
    delete document.documentElement.dataset.appearance
  })
})

describe('the largest text', () => {
  it('makes no primitive wider than 320 px', async () => {
    document.documentElement.dataset.textSize = 'largest'
    await page.viewport(320, 640)
    await render(<Gallery />)
    expect(document.documentElement.scrollWidth).toBe(320)
    await page.viewport(390, 844)
    delete document.documentElement.dataset.textSize
  })
})

describe('a figure', () => {
  it('says how sure it is when touched, and leads to its source', async () => {
    let opened = 0
    await render(
      <Figure
        label="To be settled"
        value="12.50"
        currency="USD"
        certainty="estimated"
        onSource={() => opened++}
      />,
    )
    await page.getByRole('button', { name: /To be settled/ }).click()
    await expect.element(page.getByText('can still change until settlement', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'See where this comes from' }).click()
    expect(opened).toBe(1)
  })
})

describe('the live chart', () => {
  it('reads the latest moment, and others by arrow key', async () => {
    await render(
      <LiveChart
        label="Spend"
        points={points}
        series={[{ key: 'spend', label: 'Spend', color: 'black' }]}
        formatValue={String}
        formatAt={(at) => at.slice(11, 16)}
      />,
    )
    const chart = page.getByRole('slider', { name: 'Spend' }).element()
    expect(chart.getAttribute('aria-valuetext')).toBe('03:00: Spend 4500000')
    if (chart instanceof HTMLElement) chart.focus()
    chart.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toBe('02:00: Spend 3000000')
  })
})

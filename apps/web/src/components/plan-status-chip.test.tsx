import { PLAN_STATUSES } from '@adtally/contract/enums.ts'
import { ICON_PATHS } from '@adtally/ui/icons/icon-paths.ts'
import { render } from '@adtally/ui/testing/render.tsx'
import { expect, it } from 'vitest'
import { PlanStatusChip } from './plan-status-chip.tsx'

const pathsIn = (container: Element) =>
  [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))

it('shows each status by its name and its icon of the six (PRODUCT §4)', async () => {
  const shown = []
  for (const status of PLAN_STATUSES) {
    const container = await render(<PlanStatusChip status={status} paused={false} />, 'en', ['plan'])
    const [path] = pathsIn(container)
    const icon = Object.entries(ICON_PATHS).find(([, each]) => each === path)?.[0]
    shown.push([status, container.textContent, icon])
  }
  expect(shown).toEqual([
    ['waitPut', 'Waiting to start', 'status-1'],
    ['matching', 'Matching', 'status-2'],
    ['putting', 'In progress', 'status-3'],
    ['putFailed', 'Placing failed', 'status-4'],
    ['putFinished', 'Delivery finished', 'status-5'],
    ['waitSettle', 'Waiting for settlement', 'status-5'],
    ['settled', 'Settlement successful', 'status-6'],
  ])
})

it('says of a running plan that it is paused', async () => {
  const container = await render(<PlanStatusChip status="putting" paused />, 'en', ['plan'])
  expect(container.textContent).toBe('Paused')
})

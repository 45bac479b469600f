import { expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { fillByPlacement } from './fill-figures.ts'

test('of each placement its fill rate and why others got nothing, most requests first [proof 904]', () => {
  const [top, end] = [newId(), newId()]
  const name = {
    placement_id: top,
    name: 'Top',
    publisher_name: 'Gazette',
    publisher_domain: 'gazette.example',
    push: 'official',
  } as const
  const counts = [
    { placement_id: end, outcome: 'no_plan', count: 5n },
    { placement_id: top, outcome: 'budget', count: 30n },
    { placement_id: top, outcome: 'device_cap', count: 70n },
    { placement_id: top, outcome: 'filled', count: 200n },
    { placement_id: '', outcome: 'placement_unknown', count: 7n },
  ] as const
  expect(fillByPlacement(counts, new Map([[top, name]]))).toEqual([
    {
      placement_id: top,
      placement: 'Top',
      publisher: 'Gazette',
      requests: '300',
      filled: '200',
      fill_percent: '66.7',
      not_filled: [
        { reason: 'device_cap', count: '70' },
        { reason: 'budget', count: '30' },
      ],
    },
    {
      placement_id: '',
      placement: null,
      publisher: null,
      requests: '7',
      filled: '0',
      fill_percent: '0.0',
      not_filled: [{ reason: 'placement_unknown', count: '7' }],
    },
    {
      placement_id: end,
      placement: null,
      publisher: null,
      requests: '5',
      filled: '0',
      fill_percent: '0.0',
      not_filled: [{ reason: 'no_plan', count: '5' }],
    },
  ])
})
